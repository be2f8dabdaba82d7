/* MPI's own loop of all-reduces, to hold torch.distributed against: prints bytes and microseconds of one. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (size_t bytes = 4; bytes <= (32u << 20); bytes *= 8) {
        float *data = calloc(bytes / 4, 4);
        int loops = bytes < (1 << 16) ? 500 : 20;
        for (int i = 0; i < 5; i++) MPI_Allreduce(MPI_IN_PLACE, data, bytes / 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        double began = MPI_Wtime();
        for (int i = 0; i < loops; i++) MPI_Allreduce(MPI_IN_PLACE, data, bytes / 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        double each = (MPI_Wtime() - began) / loops;
        if (rank == 0) printf("%10zu %12.1f us\n", bytes, each * 1e6);
        free(data);
    }
    MPI_Finalize();
    return 0;
}
