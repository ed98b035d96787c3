#!/bin/sh
# Build native code with the address and undefined-behaviour sanitizers and fuzz it:
#
#     fuzz/run.sh parse SECONDS      the parser alone, thousands of pages a second
#     fuzz/run.sh extract SECONDS    all that is made of a page, and how long it takes, tens a second
#
# Needs clang with its runtime (Debian: clang libclang-rt-14-dev) and, in PYTHON (python3), Cython
# and numpy. Everything it makes lies in build/fuzz/parse or extract: the corpus grows from run to run,
# and an input that breaks something is left there as crash-*, leak-* or timeout-*. Run one again with
#
#     fuzz/run.sh parse FILE
set -eu

usage="usage: fuzz/run.sh parse|extract SECONDS, or a FILE to run again"
target=${1:?$usage}
what=${2:?$usage}
root=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}
clang=${CC:-clang}
build=$root/build/fuzz/$target
case $target in
    parse | extract) mkdir -p "$build/corpus" ;;
    *) echo "$usage" >&2; exit 1 ;;
esac
case $what in
    *[!0-9]*) input=$(realpath "$what") ;;
    *) input= ;;
esac

command -v "$clang" >/dev/null || {
    echo "No $clang here. On Debian: apt-get install clang libclang-rt-14-dev" >&2
    exit 1
}

config() {
    "$python" -c "import sysconfig as s; print($1)"
}
include=$(config "s.get_path('include')")
libdir=$(config "s.get_config_var('LIBDIR')")
library=python$(config "s.get_config_var('LDVERSION')")
suffix=$(config "s.get_config_var('EXT_SUFFIX')")

# Without traced comparisons, which cost two thirds of the time: the dictionary has the words.
flags="-g -O2 -fno-omit-frame-pointer -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=undefined"
flags="$flags -ffp-contract=off -I$include -I."
link="-L$libdir -Wl,-rpath,$libdir -l$library"

# Native modules share and include files.
is_newer() {
    [ ! -e "$2" ] || [ "$1" -nt "$2" ] ||
        [ -n "$(find "$root/src/dehusk/native" -name '*.px[di]' -newer "$2")" ]
}

build_parse() {
    if is_newer "$root/src/dehusk/native/columns.pyx" fuzz || is_newer "$root/fuzz/target.pyx" fuzz ||
        is_newer "$root/fuzz/harness.c" fuzz; then
        "$python" -m cython -3 -I "$root/src" "$root/fuzz/target.pyx" -o target.c
        # shellcheck disable=SC2086
        "$clang" $flags -fsanitize=fuzzer,address,undefined "$root/fuzz/harness.c" target.c $link -o fuzz
    fi
    package=$root/src
}

# A copy of the package whose native modules are sanitized; they find the sanitizers in the program.
build_extract() {
    package=$build/package
    mkdir -p "$package"
    cp -R "$root/src/dehusk" "$package/"
    mkdir -p modules
    for source in "$root"/src/dehusk/native/*.pyx; do
        name=$(basename "$source" .pyx)
        if is_newer "$source" "modules/$name$suffix"; then
            "$python" -m cython -3 -I "$root/src" "$source" -o "$name.c"
            # shellcheck disable=SC2086
            "$clang" $flags -fsanitize=fuzzer-no-link,address,undefined -fPIC -shared "$name.c" -o "modules/$name$suffix"
        fi
        cp "modules/$name$suffix" "$package/dehusk/native/"
    done
    if is_newer "$root/fuzz/extract.c" fuzz; then
        # shellcheck disable=SC2086
        "$clang" $flags -fsanitize=fuzzer,address,undefined -rdynamic "$root/fuzz/extract.c" $link -o fuzz
    fi
    # A read past the end of a Python object shows only where it has memory of its own.
    PYTHONMALLOC=malloc
    export PYTHONMALLOC
}

cd "$build"
"build_$target"
rm -rf seeds
case $target in
    parse) seeds="seeds" options="-max_len=4096 -timeout=10" ;;
    extract) seeds="seeds 16" options="-max_len=16384 -detect_leaks=0 -timeout=120" ;;
esac
# shellcheck disable=SC2086
"$python" "$root/fuzz/seeds.py" $seeds

# The Python inside the fuzzer finds its packages as the one outside does; what it leaks at its end
# is its own affair, what a parse leaks is reported at once.
PYTHONPATH=$package:$root/fuzz:$root:$("$python" -c 'import sys; print(":".join(p for p in sys.path if p))')
ASAN_OPTIONS=leak_check_at_exit=0:allocator_may_return_null=1:quarantine_size_mb=16:malloc_context_size=5
export PYTHONPATH ASAN_OPTIONS
if [ -n "$input" ]; then
    exec ./fuzz "$input"
fi
# shellcheck disable=SC2086
exec ./fuzz -dict="$root/fuzz/html.dict" -entropic=0 -max_total_time="$what" \
    -rss_limit_mb=4096 -print_final_stats=1 $options corpus seeds
