"""Unpacks a bundle made by make.ts. Needs Python 3 alone. Usage: python3 unpack.py [TARGET]   (default ./spmv-offline)"""

import lzma
import os
import shutil
import sys
import tarfile

bundle = os.path.dirname(os.path.abspath(__file__))
target = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "spmv-offline")
os.makedirs(os.path.join(target, "bin"), exist_ok=True)

node = os.path.join(target, "bin", "node")
if not os.path.exists(node):
    with lzma.open(os.path.join(bundle, "node.xz")) as source, open(node + ".part", "wb") as out:
        shutil.copyfileobj(source, out, 1 << 20)
    os.chmod(node + ".part", 0o755)
    os.rename(node + ".part", node)

for name in ("app.tar.xz", "petsc.tar.xz"):
    if os.path.exists(os.path.join(bundle, name)):
        with tarfile.open(os.path.join(bundle, name)) as archive:
            archive.extractall(target, filter="tar") if hasattr(tarfile, "tar_filter") else archive.extractall(target)

libraries = os.path.join(bundle, "libraries.tar.xz")
if os.path.exists(libraries):
    os.makedirs(os.path.join(target, "libraries"), exist_ok=True)
    with tarfile.open(libraries) as archive:
        folder = os.path.join(target, "libraries")
        archive.extractall(folder, filter="tar") if hasattr(tarfile, "tar_filter") else archive.extractall(folder)

matrices = os.path.join(bundle, "matrices")
if os.path.isdir(matrices):
    shutil.copytree(matrices, os.path.join(target, "matrices"), dirs_exist_ok=True)

debs = os.path.join(bundle, "debs")
if os.path.isdir(debs):
    for name in sorted(os.listdir(debs)):
        if name.endswith(".deb"):
            os.system('dpkg -x "%s" "%s"' % (os.path.join(debs, name), os.path.join(target, "loader")))

print(target)
