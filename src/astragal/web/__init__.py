"""A local web app over the same functions as the command line, and its JSON interface.

`create_app` makes it; `astragal serve` runs it. It needs the extra `web`.
"""

from astragal.web.app import create_app

__all__ = ["create_app"]
