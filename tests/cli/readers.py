# Copyright (c) 2026 The Mote authors. MIT licence.
#
# What other programs find in exported files. NumPy, meshio and VTK read what they know; for bgeo, USD and GLB, which no package reads, there are readers written
# from the descriptions of the formats. `readers.py particles|surface RUN FRAME` compares every value with that of another reader; the last line is "n files agree".
import json, re, struct, sys, xml.etree.ElementTree
import numpy


def ply(path):
    """Greg Turk, The PLY Polygon File Format, 1994."""
    types = dict(char="i1", uchar="u1", short="<i2", ushort="<u2", int="<i4", uint="<u4", float="<f4", double="<f8")
    data = open(path, "rb").read()
    end = data.index(b"end_header\n") + 11
    lines = data[:end].decode().split("\n")
    assert lines[1] == "format binary_little_endian 1.0"
    elements = []
    for words in map(str.split, lines):
        if words[:1] == ["element"]: elements.append((words[1], int(words[2]), []))
        elif words[:2] == ["property", "list"]: elements[-1][2].extend([("n", types[words[2]]), ("index", types[words[3]], 3)])
        elif words[:1] == ["property"]: elements[-1][2].append((words[2], types[words[1]]))
    found = {}
    for name, count, fields in elements:
        rows = numpy.frombuffer(data, numpy.dtype(fields), count, end)
        end += rows.nbytes
        for field in rows.dtype.names: found[field] = rows[field]
    assert end == len(data), "bytes are left over"
    result = {"position": stacked(found, "x", "y", "z")}
    if "vx" in found: result["velocity"] = stacked(found, "vx", "vy", "vz")
    if "s" in found: result["texture"] = stacked(found, "s", "t")
    if "nx" in found: result["normal"] = stacked(found, "nx", "ny", "nz")
    if "index" in found: result["triangles"] = found["index"]
    return {**found, **result}


def stacked(columns, *names): return numpy.stack([columns[name] for name in names], axis=1)


def bgeo(path):
    """Side Effects Software, Houdini Geometry Format (.bgeo), version 5."""
    data, at, result = open(path, "rb").read(), 41, {}
    magic, version, points, primitives, *groups, attributes, _, _, _ = struct.unpack(">5s9i", data[:41])
    assert (magic, version, primitives, groups) == (b"BgeoV", 5, 0, [0, 0])
    fields = [("P", ">f4", 4)]
    for _ in range(attributes):
        length, = struct.unpack_from(">H", data, at)
        name = data[at + 2:at + 2 + length].decode()
        size, kind = struct.unpack_from(">Hi", data, at + 2 + length)
        at += 2 + length + 6 + 4 * size
        fields.append((name, {0: ">f4", 1: ">i4", 5: ">f4"}[kind], (size,) if size > 1 else ()))
    rows = numpy.frombuffer(data, numpy.dtype(fields), points, at)
    assert data[at + rows.nbytes:] == b"\x00\xff" and (rows["P"][:, 3] == 1).all() and (rows["pscale"] == rows["pscale"][0]).all()
    return {**{name: rows[name] for name in rows.dtype.names}, "position": rows["P"][:, :3], "velocity": rows["v"]}


def usda(path):
    """Pixar, Universal Scene Description: one prim whose attributes have one time sample each."""
    text, result = open(path).read(), {}
    assert text.startswith("#usda 1.0\n") and text.count("(") == text.count(")") and text.count("{") == text.count("}")
    for kind, name, values in re.findall(r"\n    (\S+)\[\] (\S+)\.timeSamples = \{\n        [^:]+: \[(.*?)\],\n    \}", text):
        numbers = numpy.array(re.sub(r"[(),]", " ", values).split(), dtype=numpy.float64)
        width = int(kind.rstrip("fdh")[-1]) if kind.rstrip("fdh")[-1] in "234" and not kind.endswith("64") else 1
        result[name.replace("primvars:", "")] = numbers.reshape(-1, width) if width > 1 else numbers
    renamed = dict(points="position", velocities="velocity", normals="normal", ids="id")
    result = {renamed.get(name, name): values for name, values in result.items()}
    if "faceVertexIndices" in result:
        assert (result["faceVertexCounts"] == 3).all() and 'subdivisionScheme = "none"' in text
        result["triangles"] = result["faceVertexIndices"].reshape(-1, 3)
    return result


def glb(path):
    """Khronos, glTF 2.0."""
    data = open(path, "rb").read()
    magic, version, length, json_length, json_kind = struct.unpack("<4sII I4s", data[:20])
    assert (magic, version, length, json_kind) == (b"glTF", 2, len(data), b"JSON") and json_length % 4 == 0
    scene = json.loads(data[20:20 + json_length])
    bin_length, bin_kind = struct.unpack_from("<I4s", data, 20 + json_length)
    assert bin_kind == b"BIN\0" and scene["buffers"] == [{"byteLength": bin_length}] and 28 + json_length + bin_length == length
    def array(number):
        accessor = scene["accessors"][number]
        view = scene["bufferViews"][accessor["bufferView"]]
        width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        start = 28 + json_length + view["byteOffset"]
        values = numpy.frombuffer(data, {5126: "<f4", 5125: "<u4"}[accessor["componentType"]], accessor["count"] * width, start)
        assert values.nbytes == view["byteLength"]
        if "min" in accessor:
            assert (values.reshape(-1, width).min(0) == numpy.float32(accessor["min"])).all() and (values.reshape(-1, width).max(0) == numpy.float32(accessor["max"])).all()
        return values.reshape(-1, width) if width > 1 else values
    part = scene["meshes"][scene["nodes"][scene["scenes"][scene["scene"]]["nodes"][0]]["mesh"]]["primitives"][0]
    result = {name.lstrip("_").lower(): array(k) for name, k in part["attributes"].items()}
    return {**result, "triangles": array(part["indices"]).reshape(-1, 3)}


def vtp(path):
    """By VTK where it is installed."""
    try:
        from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
        from vtkmodules.util.numpy_support import vtk_to_numpy
    except ImportError:
        return print("VTK is not installed: VTP is left out") or None
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    data, points = reader.GetOutput(), reader.GetOutput().GetPointData()
    assert reader.GetErrorCode() == 0
    result = {points.GetArrayName(k): vtk_to_numpy(points.GetArray(k)) for k in range(points.GetNumberOfArrays())}
    result["position"] = vtk_to_numpy(data.GetPoints().GetData())
    if data.GetNumberOfPolys(): result["triangles"] = vtk_to_numpy(data.GetPolys().GetData()).reshape(-1, 4)[:, 1:]
    return result


def by_meshio(path):
    try:
        import meshio
    except ImportError:
        return print("meshio is not installed: OBJ is left out") or None
    mesh = meshio.read(path)
    columns = {"position": mesh.points, "triangles": mesh.cells_dict["triangle"], **mesh.point_data}
    if "obj:vn" in columns: columns["normal"] = columns["obj:vn"]
    if "vx" in columns: columns["velocity"] = stacked(columns, "vx", "vy", "vz")
    return columns


def compare(path, found, truth, names, tolerance=0.0):
    for name in names:
        a, b = numpy.asarray(found[name], dtype=numpy.float64), numpy.asarray(truth[name], dtype=numpy.float64)
        assert a.shape == b.shape and b.size > 0, f"{path}: {name} is {a.shape}, expected {b.shape}"
        assert (abs(a - b) <= tolerance * abs(b)).all(), f"{path}: {name} differs by {abs(a - b).max()}"


def played(path, pattern):
    """The files that a sequence names, each of which has to be there."""
    names = re.findall(pattern, open(path).read())
    for name in names: open(path.rsplit("/", 1)[0] + "/" + name).close()
    return names


def check(kind, run, frame):
    checked = 0
    if kind == "particles":
        truth = dict(numpy.load(f"{run}/export-npz/{frame}.npz"))
        files = [("ply", "ply", ply), ("bgeo", "bgeo", bgeo), ("usda", "usda", usda), ("vtk", "vtp", vtp)]
        files = [(f"{run}/export-{folder}/{frame}.{ending}", reader) for folder, ending, reader in files]
        names = lambda path: sorted(truth)
        heading = open(f"{run}/export-csv/{frame}.csv").readline().strip().split(",")
        rows = numpy.loadtxt(f"{run}/export-csv/{frame}.csv", delimiter=",", skiprows=1)
        compare("csv", {"mass": rows[:, heading.index("mass [kg]")]}, truth, ["mass"], 1e-7)
        assert played(f"{run}/export-usda/particles.usda", r"@\./(\d+\.usda)@") and played(f"{run}/export-vtk/particles.pvd", r'file="([^"]+)"')
    elif kind == "skins":
        truth = ply(f"{run}/{frame}.ply")
        turned = lambda mesh: {**mesh, "texture": mesh["texcoord_0"] * numpy.float32([1, -1]) + numpy.float32([0, 1])}  # glTF counts from the upper edge
        files = [(f"{run}/{frame}.usda", lambda path: (lambda mesh: {**mesh, "texture": mesh["st"]})(usda(path))), (f"{run}/{frame}.glb", lambda path: turned(glb(path))),
                 (f"{run}/{frame}.vtp", vtp)]
        names = lambda path: ["position", "triangles", "normal", "texture"]
    else:
        truth = ply(f"{run}/surface/{frame}.ply")
        files = [(f"{run}/surface/{frame}.{ending}", reader) for ending, reader in [("ply", by_meshio), ("obj", by_meshio), ("usda", usda), ("glb", glb), ("vtp", vtp)]]
        names = lambda path: ["position", "triangles", "normal"][:2 if path.endswith("ply") else 3] + ([] if path.endswith("obj") else ["velocity", "speed"])
        assert played(f"{run}/surface/surface.usda", r"@\./(\d+\.usda)@") and played(f"{run}/surface/surface.pvd", r'file="([^"]+)"')
        xml.etree.ElementTree.parse(f"{run}/surface/surface.pvd")
    for path, reader in files:
        found = reader(path)
        if found is None: continue
        compare(path, found, truth, names(path), 1e-7 if path.endswith(("usda", "obj")) else 0)
        checked += 1
    print(f"{checked} files agree")


check(*sys.argv[1:])
