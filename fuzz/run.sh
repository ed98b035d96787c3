#!/bin/sh
# Build the native parser with the address and undefined-behaviour sanitizers and fuzz it:
#
#     fuzz/run.sh SECONDS
#
# Needs clang with its runtime (Debian: clang libclang-rt-14-dev) and, in PYTHON (python3), Cython
# and numpy. Everything it makes lies in build/fuzz: the corpus grows from run to run, and an input
# that breaks something is left there as crash-*, leak-* or timeout-*. Run one again with
#
#     fuzz/run.sh FILE
set -eu

what=${1:?usage: fuzz/run.sh SECONDS, or a FILE to run again}
root=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}
clang=${CC:-clang}
build=$root/build/fuzz
mkdir -p "$build/corpus" "$build/seeds"
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

cd "$build"
if [ ! -x fuzz ] || [ "$root/src/marrow/_columns.pyx" -nt fuzz ] ||
    [ "$root/fuzz/target.pyx" -nt fuzz ] || [ "$root/fuzz/harness.c" -nt fuzz ]; then
    "$python" -m cython -3 "$root/fuzz/target.pyx" -o target.c
    # Without traced comparisons, which cost two thirds of the time: the dictionary has the words.
    "$clang" -g -O2 -fno-omit-frame-pointer -fsanitize=fuzzer,address,undefined \
        -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=undefined -I"$include" -I. "$root/fuzz/harness.c" target.c \
        -L"$libdir" -Wl,-rpath,"$libdir" -l"$library" -o fuzz
fi
"$python" "$root/fuzz/seeds.py" seeds

# The Python inside the fuzzer finds its packages as the one outside does; what it leaks at its end
# is its own affair, what a parse leaks is reported at once.
PYTHONPATH=$root/src:$("$python" -c 'import sys; print(":".join(p for p in sys.path if p))')
ASAN_OPTIONS=leak_check_at_exit=0:allocator_may_return_null=1:quarantine_size_mb=16:malloc_context_size=5
export PYTHONPATH ASAN_OPTIONS
if [ -n "$input" ]; then
    exec ./fuzz "$input"
fi
exec ./fuzz -dict="$root/fuzz/html.dict" -entropic=0 -max_total_time="$what" -timeout=10 \
    -rss_limit_mb=4096 -max_len=4096 -print_final_stats=1 corpus seeds
