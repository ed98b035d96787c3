/* libFuzzer's two functions around fuzz/target.pyx, whose tables a Python inside fills once. */

#include <Python.h>

#include <stdint.h>
#include <stdlib.h>

#include "target.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    PyImport_AppendInittab("target", PyInit_target);
    Py_InitializeEx(0);
    if (PyImport_ImportModule("target") == NULL) {
        PyErr_Print();
        exit(1);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return dehusk_fuzz_one(data, size);
}
