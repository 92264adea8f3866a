/**
 * The area of a planar polygon by Newell's method; for any other one, a lower bound of the area of its triangulations.
 * @param vertices x, y and z of each
 */
export function areaOf(vertices: readonly number[]): number {
  let [x, y, z] = [0, 0, 0];
  const [ox = 0, oy = 0, oz = 0] = vertices;
  for (let at = 3; at + 5 < vertices.length; at += 3) {
    // Relative to the first vertex, which keeps digits far from the origin.
    const [ax, ay, az] = [(vertices[at] ?? 0) - ox, (vertices[at + 1] ?? 0) - oy, (vertices[at + 2] ?? 0) - oz];
    const [bx, by, bz] = [(vertices[at + 3] ?? 0) - ox, (vertices[at + 4] ?? 0) - oy, (vertices[at + 5] ?? 0) - oz];
    x += ay * bz - az * by;
    y += az * bx - ax * bz;
    z += ax * by - ay * bx;
  }
  return Math.hypot(x, y, z) / 2;
}
