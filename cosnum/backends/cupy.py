"""CuPy (``pip install 'cosnum[gpu]'``): one pass of a kernel over all pieces, and one over the pieces of each block.

A piece is summed by one thread block: each thread adds every 256th product, and the threads' sums are added as a tree
in a fixed order. Everything is in double precision, and scaled by powers of two where squares leave its range.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import cupy
import numpy as np
from array_api_compat import cupy as xp

from cosnum._pairs import Pairs
from cosnum._wide import Wide, joined, normalised
from cosnum.backends._pieces import CEILING, FLOOR, HEADROOM, PIECE, Integers, conversions, cut

__all__ = ["block_sums"]

THREADS = 256

C_TYPES = {
    "bool": "bool",
    "int8": "signed char",
    "int16": "short",
    "int32": "int",
    "int64": "long long",
    "uint8": "unsigned char",
    "uint16": "unsigned short",
    "uint32": "unsigned int",
    "uint64": "unsigned long long",
    "float16": "Half",
    "float32": "float",
    "float64": "double",
}

SOURCE = r"""
struct Half { unsigned short bits; };

__device__ double number(Half v) {
    int exponent = v.bits >> 10 & 31, significand = v.bits & 1023;
    double size = exponent ? scalbn(1024.0 + significand, exponent - 25) : scalbn((double)significand, -24);
    if (exponent == 31) size = nan("");  // an infinity makes every result NaN too
    return v.bits >> 15 ? -size : size;
}
template <typename T> __device__ double number(T v) { return (double)v; }

// after this, the threads' first values hold the sums (or maxima) of all of them
template <bool MAXIMUM> __device__ void reduce(double *shared) {
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            for (int k = 0; k < 3; k++) {
                double *mine = shared + k * THREADS + threadIdx.x;
                *mine = MAXIMUM ? fmax(*mine, mine[half]) : *mine + mine[half];
            }
    }
    __syncthreads();
}

template <bool SCALED>
__device__ void sum(const X *x, const Y *y, long long start, long long stop, int by_x, int by_y, double *shared) {
    double xy = 0, xx = 0, yy = 0;
    for (long long i = start + threadIdx.x; i < stop; i += THREADS) {
        double p = number(x[i]), q = number(y[i]);
        if (SCALED) { p = scalbn(p, by_x); q = scalbn(q, by_y); }
        xy = fma(p, q, xy); xx = fma(p, p, xx); yy = fma(q, q, yy);
    }
    shared[threadIdx.x] = xy;
    shared[THREADS + threadIdx.x] = xx;
    shared[2 * THREADS + threadIdx.x] = yy;
    reduce<false>(shared);
}

__device__ bool ordinary(double v) { return fabs(v) >= FLOOR && fabs(v) <= CEILING; }

__device__ int scale_for(double largest) {
    int exponent = 0;
    if (largest > 0 && !isinf(largest)) frexp(largest, &exponent);
    return HEADROOM - exponent;
}

extern "C" __global__
void pieces(const X *x, const Y *y, const long long *edges, long long count, double *sums, int *exponents) {
    __shared__ double shared[3 * THREADS];
    long long k = blockIdx.x, start = edges[k], stop = edges[k + 1];
    sum<false>(x, y, start, stop, 0, 0, shared);
    int by_x = 0, by_y = 0;
    // all threads read the same three sums, so all take the same way
    bool fine = !WIDE || (ordinary(shared[0]) && ordinary(shared[THREADS]) && ordinary(shared[2 * THREADS]));
    __syncthreads();
    if (!fine) {
        double largest_x = 0, largest_y = 0;
        for (long long i = start + threadIdx.x; i < stop; i += THREADS) {
            largest_x = fmax(largest_x, fabs(number(x[i])));
            largest_y = fmax(largest_y, fabs(number(y[i])));
        }
        shared[threadIdx.x] = 0;
        shared[THREADS + threadIdx.x] = largest_x;
        shared[2 * THREADS + threadIdx.x] = largest_y;
        reduce<true>(shared);
        by_x = scale_for(shared[THREADS]); by_y = scale_for(shared[2 * THREADS]);
        __syncthreads();
        sum<true>(x, y, start, stop, by_x, by_y, shared);
    }
    if (threadIdx.x == 0) {
        for (int j = 0; j < 3; j++) sums[j * count + k] = shared[j * THREADS];
        exponents[k] = -by_x - by_y; exponents[count + k] = -2 * by_x; exponents[2 * count + k] = -2 * by_y;
    }
}

// the sum of a block's pieces and what its roundings left, by one thread for each of the three sums
extern "C" __global__
void blocks(const double *sums, const int *exponents, const long long *firsts, long long pieces, long long count,
            double *totals, int *tops) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= 3 * count) return;
    long long k = i % count;
    sums += i / count * pieces; exponents += i / count * pieces;
    int top = -2000000;
    for (long long j = firsts[k]; j < firsts[k + 1]; j++)
        if (sums[j] != 0) top = max(top, exponents[j]);
    double total = 0, rest = 0;
    for (long long j = firsts[k]; j < firsts[k + 1]; j++)
        if (sums[j] != 0) {
            double term = scalbn(sums[j], exponents[j] - top), next = __dadd_rn(total, term);
            double back = __dsub_rn(next, total);
            rest = __dadd_rn(rest, __dadd_rn(__dsub_rn(total, __dsub_rn(next, back)), __dsub_rn(term, back)));
            total = next;
        }
    totals[i] = __dadd_rn(total, rest); tops[i] = total == 0 ? 0 : top;
}
"""


def block_sums(pairs: Pairs) -> tuple[Wide, Integers]:
    """The three sums of every block, (3, blocks), and the roundings of each."""
    parts = [_pair_sums(_packed(x), _packed(y), sizes) for x, y, sizes in pairs]
    return joined([sums for sums, _ in parts], -1, xp), np.concatenate([roundings for _, roundings in parts])


def _pair_sums(x: Any, y: Any, sizes: Integers) -> tuple[Wide, Integers]:
    counts, edges = cut(np.concatenate([[0], np.cumsum(sizes)]))
    firsts = np.concatenate([[0], np.cumsum(counts)])
    pieces, blocks = np.int64(len(edges) - 1), np.int64(len(sizes))
    sums, exponents = cupy.empty((3, pieces)), cupy.empty((3, pieces), dtype=np.int32)
    totals, tops = cupy.empty((3, blocks)), cupy.empty((3, blocks), dtype=np.int32)
    if blocks:
        module = _module(x.dtype.name, y.dtype.name)
        sum_pieces, sum_blocks = module.get_function("pieces"), module.get_function("blocks")
        sum_pieces((int(pieces),), (THREADS,), (x, y, cupy.asarray(edges), pieces, sums, exponents))
        grid = (-(-3 * int(blocks) // THREADS),)
        sum_blocks(grid, (THREADS,), (sums, exponents, cupy.asarray(firsts), pieces, blocks, totals, tops))
    # a thread adds every 256th product, then come the levels of the tree, and two roundings for the pieces' sums
    chain = -(-np.clip(sizes, 1, PIECE) // THREADS)
    return normalised(totals, tops, xp), chain + THREADS.bit_length() + 3 + conversions(x, y)


def _packed(x: Any) -> Any:
    return cupy.ascontiguousarray(x).reshape(-1)


@cache
def _module(x: str, y: str) -> Any:
    """The kernels for two dtypes, compiled once."""
    wide = "float64" in (x, y)
    constants = {"THREADS": THREADS, "FLOOR": FLOOR, "CEILING": CEILING, "HEADROOM": HEADROOM, "WIDE": int(wide)}
    defined = {"X": C_TYPES[x], "Y": C_TYPES[y], **constants}
    return cupy.RawModule(code="".join(f"#define {k} {v}\n" for k, v in defined.items()) + SOURCE)
