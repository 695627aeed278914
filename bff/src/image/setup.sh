#!/bin/sh
# Runs as root while the BFF's image is built, in this folder: installs the product's packages and certificates. bff/docs/extending.md has an example.
set -eu
