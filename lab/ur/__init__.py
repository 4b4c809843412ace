"""The Royal Game of Ur: how its strategy cards and some figures of `docs/results.md` were found."""
