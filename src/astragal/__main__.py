"""`astragal` and `python -m astragal`: the command line, or how to install it."""

import sys


def main() -> None:
    """Run a command. Without typer, say which extra to install."""
    try:
        from astragal.cli import main as run
    except ModuleNotFoundError as error:
        if error.name != "typer":
            raise
        need = "the command line needs typer, which is not installed"
        print(f"astragal: {need}: pip install 'astragal[cli]'", file=sys.stderr)
        sys.exit(2)
    run()


if __name__ == "__main__":
    main()
