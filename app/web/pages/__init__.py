"""Front of house: home, lobby, rules and notices. Each module holds its pages' contexts and draws them; no routes."""
