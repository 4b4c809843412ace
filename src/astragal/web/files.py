"""The files of the pages: modules, style sheet, icon."""

import hashlib
import mimetypes
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send


class Files:
    """The files of a folder, cached in memory.

    A browser may cache the files but revalidates them each time, so that it sees updates. Files are
    served on the event loop: without a thread for each file, a page is interactive sooner. Only
    files that existed at the start are served; no path comes from a request. An edited file is read
    again.
    """

    def __init__(self, folder: Path) -> None:
        self._paths = {
            path.relative_to(folder).as_posix(): path
            for path in folder.rglob("*")
            if path.is_file()
        }
        self._cached: dict[Path, tuple[int, bytes, dict[str, str]]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file, or 304."""
        name = scope["path"].removeprefix(scope["root_path"]).lstrip("/")
        if name not in self._paths:
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        body, headers = self._read(self._paths[name])
        if headers["ETag"] in Headers(scope=scope).get("if-none-match", ""):
            await Response(status_code=304, headers=headers)(scope, receive, send)
        else:
            await Response(body, headers=headers)(scope, receive, send)

    def answer(self, name: str) -> Response:
        """Return the file with this name in the folder."""
        body, headers = self._read(self._paths[name])
        return Response(body, headers=headers)

    def _read(self, path: Path) -> tuple[bytes, dict[str, str]]:
        changed = path.stat().st_mtime_ns
        if path not in self._cached or self._cached[path][0] != changed:
            body = path.read_bytes()
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            headers = {
                "Cache-Control": "no-cache",
                "Content-Type": f"{kind}; charset=utf-8",
                "ETag": f'"{hashlib.sha256(body).hexdigest()[:32]}"',
            }
            self._cached[path] = changed, body, headers
        return self._cached[path][1:]
