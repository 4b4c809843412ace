"""The files of the pages: scripts, style sheet, icon."""

import hashlib
import mimetypes
from collections.abc import Iterable
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from astragal.web.scripts import functions_of, joined


class Files:
    """Files kept in memory, and scripts of pages with all their modules.

    A browser may cache them but revalidates each time, so that it sees an update. Without a thread
    for each file a page is interactive sooner. Only files that were there at the start are known;
    no path comes from a request. An edited file is read again.
    """

    def __init__(self, folder: Path, scripts: Iterable[str] = ()) -> None:
        self._folder = folder
        self._names = {
            path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
        }
        self._scripts = set(scripts)
        self._kept: dict[str, tuple[dict[Path, int], bytes, dict[str, str]]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the file, or with 304."""
        name = scope["path"].removeprefix(scope["root_path"]).lstrip("/")
        if name not in self._names:
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        body, headers = self._read(name)
        if headers["ETag"] in Headers(scope=scope).get("if-none-match", ""):
            await Response(status_code=304, headers=headers)(scope, receive, send)
        else:
            await Response(body, headers=headers)(scope, receive, send)

    def _read(self, name: str) -> tuple[bytes, dict[str, str]]:
        times = self._kept[name][0] if name in self._kept else {}
        if not times or any(path.stat().st_mtime_ns != time for path, time in times.items()):
            if name in self._scripts:
                functions = functions_of(self._folder, name)
                body, names = joined(functions).encode(), list(functions)
            else:
                body, names = (self._folder / name).read_bytes(), [name]
            times = {path: path.stat().st_mtime_ns for path in map(self._folder.joinpath, names)}
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            headers = {
                "Cache-Control": "no-cache",
                "Content-Type": f"{kind}; charset=utf-8",
                "ETag": f'"{hashlib.sha256(body).hexdigest()[:32]}"',
            }
            self._kept[name] = times, body, headers
        return self._kept[name][1:]
