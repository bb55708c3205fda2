// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Nearest point: descent of a box tree, near child first. Inside or outside: the generalised winding number
// (Jacobson, Kavan, Sorkine-Hornung 2013), far nodes by their dipole (Barill, Dickson, Schmidt, Levin, Jacobson
// 2018, first-order term). Unlike pseudo-normals it stays right where parts overlap or touch along edges.
#include "shapes/mesh_tree.h"

#include <algorithm>
#include <numeric>

namespace mote {

namespace {

constexpr Index  leaf_faces  = 4;
constexpr double far_factor2 = 2.0 * 2.0;  // a node is far at twice its radius (Barill et al., section 3)
constexpr int    stack_size  = 96;         // halving splits: depth at most 32, one pending sibling per level


double box_distance2(const Box& box, const Vec3& p) {
    const Vec3 gap = max(max(box.low - p, p - box.high), Vec3{});
    return double(gap.x) * gap.x + double(gap.y) * gap.y + double(gap.z) * gap.z;
}

Box box_of(const Corners& face) {
    Box box;
    for (const Vec3& corner : face) box.include(corner);
    return box;
}

/// Share of all directions in which the face is seen, positive from behind. Triangles: van Oosterom and Strackee 1983.
double seen_share(const Corners& face, const Vec3d& p, int dimension) {
    const Vec3d a = wide(face[0]) - p, b = wide(face[1]) - p;
    if (dimension == 2) return std::atan2(a.x * b.y - a.y * b.x, dot(a, b)) / (2 * double(pi));
    const Vec3d  c  = wide(face[2]) - p;
    const double la = length(a), lb = length(b), lc = length(c);
    const double below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    return std::atan2(dot(a, cross(b, c)), below) / (2 * double(pi));
}

}  // namespace

Vec3d area_vector(const Corners& face, int dimension) {
    const Vec3d ab = wide(face[1]) - wide(face[0]);
    if (dimension == 2) return {ab.y, -ab.x, 0};
    return 0.5 * cross(ab, wide(face[2]) - wide(face[0]));
}

/// By the regions of corners, sides and face (Ericson 2005, Real-Time Collision Detection, 5.1.5). Of a triangle
/// without area rounding may pick another of its points; its sides belong to its neighbours too, which answer.
Vec3d nearest_on(const Corners& face, const Vec3d& p) {
    const Vec3d  a = wide(face[0]), b = wide(face[1]), c = wide(face[2]), ab = b - a, ac = c - a, ap = p - a;
    const double ab_a = dot(ab, ap), ac_a = dot(ac, ap);
    if (ab_a <= 0 && ac_a <= 0) return a;
    if (face[1] == face[2]) return a + min(ab_a / dot(ab, ab), 1.0) * ab;
    const Vec3d  bp   = p - b;
    const double ab_b = dot(ab, bp), ac_b = dot(ac, bp);
    if (ab_b >= 0 && ac_b <= ab_b) return b;
    const double beyond_ab = ab_a * ac_b - ab_b * ac_a;
    if (beyond_ab <= 0 && ab_a >= 0 && ab_b <= 0) return a + (ab_a / (ab_a - ab_b)) * ab;
    const Vec3d  cp   = p - c;
    const double ab_c = dot(ab, cp), ac_c = dot(ac, cp);
    if (ac_c >= 0 && ab_c <= ac_c) return c;
    const double beyond_ac = ab_c * ac_a - ab_a * ac_c;
    if (beyond_ac <= 0 && ac_a >= 0 && ac_c <= 0) return a + (ac_a / (ac_a - ac_c)) * ac;
    const double beyond_bc = ab_b * ac_c - ab_c * ac_b, from_b = ac_b - ab_b, to_c = ab_c - ac_c;
    if (beyond_bc <= 0 && from_b >= 0 && to_c >= 0) return b + (from_b / (from_b + to_c)) * (c - b);
    const double sum = beyond_ab + beyond_ac + beyond_bc;
    return a + (beyond_ac / sum) * ab + (beyond_ab / sum) * ac;
}

MeshTree::MeshTree(std::vector<Corners> faces, int dimension) : dimension_(dimension), faces_(std::move(faces)) {
    build();
    summarise();
}

void MeshTree::build() {
    std::vector<Index> order(faces_.size());
    std::vector<Vec3>  middles(faces_.size());
    std::iota(order.begin(), order.end(), Index(0));
    for (std::size_t i = 0; i < faces_.size(); ++i) middles[i] = box_of(faces_[i]).centre();

    nodes_.reserve(faces_.size());
    nodes_.push_back({});
    nodes_[0].count = Index(faces_.size());
    for (Index node = 0; node < nodes_.size(); ++node)  // children are appended behind: breadth first
        if (nodes_[node].count > leaf_faces) split(node, order, middles);

    std::vector<Corners> sorted(faces_.size());
    for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = faces_[order[i]];
    faces_ = std::move(sorted);
}

/// Halves a node at the median of the longest side of its middles.
void MeshTree::split(Index node, std::vector<Index>& order, std::vector<Vec3>& middles) {
    const Index first = nodes_[node].first, count = nodes_[node].count, half = count / 2;
    Box         box;
    for (Index i = first; i < first + count; ++i) box.include(middles[order[i]]);
    const Vec3 size = box.size();
    const auto key  = [&](Index i) {
        const Vec3& m = middles[i];
        return size.x >= size.y && size.x >= size.z ? m.x : size.y >= size.z ? m.y : m.z;
    };
    const auto begin = order.begin() + first;
    std::nth_element(begin, begin + half, begin + count,
                     [&](Index a, Index b) { return key(a) != key(b) ? key(a) < key(b) : a < b; });
    nodes_[node].first = Index(nodes_.size());
    nodes_[node].count = 0;
    Node left, right;
    left.first = first, left.count = half, right.first = first + half, right.count = count - half;
    nodes_.push_back(left);
    nodes_.push_back(right);
}

/// Boxes and dipoles, children before parents.
void MeshTree::summarise() {
    std::vector<double> weight(nodes_.size());
    for (std::size_t k = nodes_.size(); k-- > 0;) {
        Node&      node = nodes_[k];
        Vec3d      area{}, middle{}, plain{};
        int        terms = 0;
        const auto add   = [&](const Box& box, const Vec3d& face_area, const Vec3d& centre, double w) {
            node.box.include(box.low), node.box.include(box.high);
            area += face_area, middle += w * centre, plain += centre, weight[k] += w, ++terms;
        };
        if (node.count == 0) {
            for (Index child = node.first; child < node.first + 2; ++child)
                add(nodes_[child].box, wide(nodes_[child].area), wide(nodes_[child].centre), weight[child]);
        } else {
            for (Index i = node.first; i < node.first + node.count; ++i) {
                const Corners& face   = faces_[i];
                const Vec3d    a      = area_vector(face, dimension_);
                const Vec3d    centre = dimension_ == 2 ? 0.5 * (wide(face[0]) + wide(face[1]))
                                                        : (wide(face[0]) + wide(face[1]) + wide(face[2])) / 3.0;
                add(box_of(face), a, centre, length(a));
            }
        }
        node.area        = narrow(area);
        node.centre      = narrow(weight[k] > 0 ? middle / weight[k] : plain / double(terms));
        const Vec3 reach = max(node.box.high - node.centre, node.centre - node.box.low);
        node.radius2     = dot(reach, reach);
    }
}

MeshTree::Nearest MeshTree::nearest(const Vec3& p) const {
    Nearest     best;
    const Vec3d q = wide(p);
    Index       stack[stack_size];
    double      gap[stack_size];
    int         top = 0;
    stack[top] = 0, gap[top++] = box_distance2(nodes_[0].box, p);
    while (top > 0) {
        --top;
        if (gap[top] >= best.distance2) continue;
        const Node& node = nodes_[stack[top]];
        for (Index i = node.first; i < node.first + node.count; ++i) {
            const Vec3d  point = nearest_on(faces_[i], q);
            const double d2    = dot(q - point, q - point);
            if (d2 < best.distance2) best = {point, d2, i};
        }
        if (node.count > 0) continue;
        Index  near = node.first, far = node.first + 1;
        double near_gap = box_distance2(nodes_[near].box, p), far_gap = box_distance2(nodes_[far].box, p);
        if (far_gap < near_gap) std::swap(near, far), std::swap(near_gap, far_gap);
        stack[top] = far, gap[top++] = far_gap;
        stack[top] = near, gap[top++] = near_gap;
    }
    return best;
}

double MeshTree::winding(const Vec3& p) const {
    const Vec3d q = wide(p);
    Index       stack[stack_size];
    int         top = 0;
    double      sum = 0;
    stack[top++]    = 0;
    while (top > 0) {
        const Node&  node = nodes_[stack[--top]];
        const Vec3d  away = wide(node.centre) - q;
        const double d2   = dot(away, away);
        if (d2 > far_factor2 * node.radius2) {
            const double spread = dimension_ == 2 ? 2 * double(pi) * d2 : 4 * double(pi) * d2 * std::sqrt(d2);
            sum += dot(away, wide(node.area)) / spread;
            continue;
        }
        for (Index i = node.first; i < node.first + node.count; ++i) sum += seen_share(faces_[i], q, dimension_);
        if (node.count == 0) stack[top++] = node.first, stack[top++] = node.first + 1;
    }
    return sum;
}

}  // namespace mote
