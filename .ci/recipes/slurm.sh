#!/bin/bash
# Judges staging in four parts side by side as a job array of Slurm, then makes one certificate.
#
# Put it beside staging.yaml in a folder that all nodes share, with sso-conformance in the PATH of the
# jobs, and run there:
#
#     rm -rf parts      # or a part that ends with 2 brings an earlier report along
#     parts=$(sbatch --parsable slurm.sh)
#     sbatch --wait --dependency="afterany:$parts" --wrap 'sso-conformance report merge parts/*/report.json --reports Reports'
#
# The exit status of the second command is that of the whole run. Seen with Slurm 22.05 of Debian 12 on
# one node with two processors, against the embedded service on a port: four tasks of 197 or 198 of 791
# scenarios, and one certificate with the verdict of a run without parts. With --array=1-3, each task
# ends with status 2: "--shard auto/4: SLURM_ARRAY_TASK_COUNT is 3; both have to be the number of parts".
#SBATCH --job-name=sso-conformance
#SBATCH --array=1-4
#SBATCH --cpus-per-task=1
#SBATCH --time=45
#SBATCH --output=sso-conformance-%a.log

# Slurm sets the part and the number of parts, which --shard auto/4 reads.
sso-conformance run --target staging.yaml --shard auto/4 --reports "parts/$SLURM_ARRAY_TASK_ID"
