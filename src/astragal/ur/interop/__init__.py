"""Other programs: RoyalUr's tables and games, Parquet files, a PettingZoo environment."""
