"""What stands on the mountain: skiers, yeti, avalanche, and where."""
