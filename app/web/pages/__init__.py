"""The pages: home, lobby, rules, notices. A module has its pages' contexts and draws them; no routes."""
