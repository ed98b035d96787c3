#!/bin/sh
# Build native code with the address and undefined-behaviour sanitizers and fuzz it:
#
#     fuzz/run.sh parse SECONDS      the parser alone, thousands of pages a second
#     fuzz/run.sh extract SECONDS    all that is made of a page, and how long it takes, tens a second
#     fuzz/run.sh columns SECONDS    pages of columns that somebody made by hand
#     fuzz/run.sh snapshot SECONDS   snapshots that anybody may send
#     fuzz/run.sh content SECONDS    selections and contents that somebody made by hand
#     fuzz/run.sh methods SECONDS    every method on any page, with and without a layout
#     fuzz/run.sh model SECONDS      damaged model files
#     fuzz/run.sh mhtml SECONDS      web archives
#     fuzz/run.sh warc SECONDS       crawls
#     fuzz/run.sh build              the sanitized modules alone, in build/fuzz/package
#     fuzz/run.sh python FILE ...    Python with them: any program of yours, under the sanitizers
#
# Needs clang with its runtime (Debian: clang libclang-rt-14-dev) and, in PYTHON (python3), Cython
# and numpy. Everything it makes lies in build/fuzz: the modules are built once for all targets, the corpus of
# each grows from run to run, and an input that breaks something is left in the folder of its target
# as crash-*, leak-* or timeout-*. Run one again with
#
#     fuzz/run.sh parse FILE
#
# What follows SECONDS goes to libFuzzer: `fuzz/run.sh parse 60 -seed=1`.
#
# `python -m bench.fuzz SECONDS` runs all targets and writes down what they did.
set -eu

targets="parse extract columns snapshot content methods model mhtml warc"
usage="usage: fuzz/run.sh $(echo "$targets" | tr ' ' '|') SECONDS, or a FILE to run again; or build"
target=${1:?$usage}
root=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}
clang=${CC:-clang}
shared=$root/build/fuzz
package=$shared/package

case " $targets build python " in
    *" $target "*) ;;
    *) echo "$usage" >&2; exit 1 ;;
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
flags="-g -O1 -fno-omit-frame-pointer -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=undefined"
flags="$flags -ffp-contract=off -I$include -I. -I$root/src/dehusk/native"
link="-L$libdir -Wl,-rpath,$libdir -l$library"

# Native modules share and include files.
is_newer() {
    [ ! -e "$2" ] || [ "$1" -nt "$2" ] ||
        [ -n "$(find "$root/src/dehusk/native" \( -name '*.px[di]' -o -name '*.h' \) -newer "$2")" ]
}

(cd "$root" && "$python" setup.py --version > /dev/null)  # writes codes.pxd

build_parser() {
    if is_newer "$root/src/dehusk/native/parser/parse.pxi" fuzz || is_newer "$root/fuzz/target.pyx" fuzz ||
        is_newer "$root/fuzz/harness.c" fuzz; then
        "$python" -m cython -3 -I "$root/src" "$root/fuzz/target.pyx" -o target.c
        # shellcheck disable=SC2086
        "$clang" $flags -fsanitize=fuzzer,address,undefined "$root/fuzz/harness.c" target.c $link -o fuzz
    fi
}

# A copy of the package whose native modules are sanitized; they find the sanitizers in the program.
build_package() {
    mkdir -p "$package" "$shared/modules"
    rm -rf "$package/dehusk"
    cp -R "$root/src/dehusk" "$package/"
    (
        cd "$shared"
        stale=
        for source in "$root"/src/dehusk/native/*.pyx; do
            name=$(basename "$source" .pyx)
            if is_newer "$source" "modules/$name$suffix"; then
                stale="$stale $name"
            fi
        done
        # shellcheck disable=SC2086
        printf '%s\n' $stale | xargs -P "${JOBS:-2}" -I NAME sh -ec "
            '$python' -m cython -3 -I '$root/src' '$root/src/dehusk/native/NAME.pyx' -o modules/NAME.c
            '$clang' $flags -fsanitize=fuzzer-no-link,address,undefined -fPIC -shared modules/NAME.c -o modules/NAME$suffix
        "
        cp modules/*"$suffix" "$package/dehusk/native/"
        if [ ! -e python ] || [ "$root/fuzz/python.c" -nt python ]; then
            # shellcheck disable=SC2086
            "$clang" $flags -fsanitize=fuzzer,address,undefined -rdynamic "$root/fuzz/python.c" $link -o python
        fi
    )
}

# The Python inside the fuzzer finds its packages as the one outside does; what it leaks at its end
# is its own affair, what a parse leaks is reported at once.
outside=$root:$("$python" -c 'import sys; print(":".join(p for p in sys.path if p))')
ASAN_OPTIONS=leak_check_at_exit=0:allocator_may_return_null=1:quarantine_size_mb=16:malloc_context_size=5
export ASAN_OPTIONS

case $target in
    build)
        build_package
        exit
        ;;
    python)
        build_package
        shift
        # The sanitizers have to be there before Python is: it is not built with them.
        LD_PRELOAD=$("$clang" -print-file-name=libclang_rt.asan-x86_64.so)
        PYTHONPATH=$package:$outside PYTHONMALLOC=malloc
        export LD_PRELOAD PYTHONPATH PYTHONMALLOC
        exec "$python" "$@"
        ;;
    parse) options="-max_len=4096 -timeout=10" ;;
    *) options="-max_len=16384 -detect_leaks=0 -timeout=120" ;;
esac
what=${2:?$usage}
case $what in
    *[!0-9]*) input=$(realpath "$what") ;;
    *) input= ;;
esac
shift 2
mkdir -p "$shared/$target/corpus"
cd "$shared/$target"
if [ "$target" = parse ]; then
    build_parser
    program=./fuzz
    package=$root/src
else
    build_package
    program=../python
    # A read past the end of a Python object shows only where it has memory of its own.
    PYTHONMALLOC=malloc
    DEHUSK_TARGET=$target
    export PYTHONMALLOC DEHUSK_TARGET
fi
rm -rf seeds
PYTHONPATH=$root/src:$outside "$python" "$root/fuzz/seeds.py" "$target" seeds
PYTHONPATH=$package:$outside
export PYTHONPATH
if [ -n "$input" ]; then
    exec "$program" "$input"
fi
# shellcheck disable=SC2086
exec "$program" -dict="$root/fuzz/html.dict" -entropic=0 -max_total_time="$what" \
    -rss_limit_mb=4096 -print_final_stats=1 $options "$@" corpus seeds
