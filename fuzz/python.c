/* libFuzzer's two functions around a target in Python: the module fuzz.NAME that DEHUSK_TARGET names. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static PyObject *check;

static void stop(void)
{
    PyErr_Print();
    abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    char name[64];
    const char *target = getenv("DEHUSK_TARGET");
    snprintf(name, sizeof name, "fuzz.%s", target == NULL ? "extract" : target);
    Py_InitializeEx(0);
    PyObject *module = PyImport_ImportModule(name);
    if (module == NULL) stop();
    if (PyObject_CallMethod(module, "load", NULL) == NULL) stop();
    check = PyObject_GetAttrString(module, "check");
    if (check == NULL) stop();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    PyObject *result = PyObject_CallFunction(check, "y#", (const char *)data, (Py_ssize_t)size);
    if (result == NULL) stop();
    Py_DECREF(result);
    return 0;
}
