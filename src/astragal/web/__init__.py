"""The local web app: pages and a JSON interface to the same functions as the command line.

`create_app` returns it and `astragal serve` runs it. It needs the extra `web`.
"""

from astragal.web.app import create_app

__all__ = ["create_app"]
