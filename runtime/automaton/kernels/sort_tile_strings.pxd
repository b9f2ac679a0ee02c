# C types of sort_tile_strings.py.
cimport cython


cpdef object make_keys(Py_ssize_t rows, Py_ssize_t room)
@cython.locals(target="unsigned long long[:, ::1]", row=Py_ssize_t, i=Py_ssize_t)
cpdef object copy_keys(const unsigned long long[:, ::1] keys, Py_ssize_t number, Py_ssize_t room)
@cython.locals(
    order="unsigned int[::1]", other="unsigned int[::1]", target="unsigned long long[:, ::1]",
    counts="Py_ssize_t[256]", row=Py_ssize_t, i=Py_ssize_t, shift=int, differing=cython.ulonglong, before=Py_ssize_t,
    here=Py_ssize_t
)
cpdef object in_order(const unsigned long long[:, ::1] keys, Py_ssize_t number)
