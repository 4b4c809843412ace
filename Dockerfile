# The web app: docker build -t astragal . && docker run --rm -p 8642:8642 -v astragal:/data astragal
# Then open http://localhost:8642. Under another name: docker run ... astragal --allow-host NAME
# The base is named by its tag and not by a digest: whoever builds the image gets the fixes of Debian and Python of that day.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
COPY . /source
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /source

FROM python:3.13-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(ls /wheels/*.whl)[web]" && rm -r /wheels \
    && useradd --system --home-dir /data --create-home astragal
USER astragal
ENV ASTRAGAL_HOME=/data
VOLUME /data
EXPOSE 8642
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8642/healthz', timeout=4)"]
ENTRYPOINT ["astragal", "serve", "--host", "0.0.0.0", "--access-log"]
