"""`astragal plot`: pictures, and with `--json` their numbers.

The commands are in the files of their modules, which are imported when a command runs.
"""

from cyclopts import App

app = App(name="plot", version_flags=())
app.command(
    "astragal.cli.preflop:plot_preflop",
    name="preflop",
    help="Draw the equity of starting hands before the flop.",
)
app.command(
    "astragal.cli.preflop:plot_pushfold",
    name="pushfold",
    help="Draw the frequencies of jams or calls in equilibrium.",
)
app.command(
    "astragal.cli.ur:plot_solve",
    name="ur-solve",
    help="Draw the convergence of a solve.",
)
