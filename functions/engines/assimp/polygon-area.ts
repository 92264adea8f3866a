/**
 * The area of a flat polygon, by Newell's method. That of one that is not flat is the least that any division into
 * triangles has.
 * @param corners x, y and z of each, one after the other
 */
export function areaOf(corners: readonly number[]): number {
  let [x, y, z] = [0, 0, 0];
  const [ox = 0, oy = 0, oz = 0] = corners;
  for (let at = 3; at + 5 < corners.length; at += 3) {
    // As seen from the first corner, so that far from the origin as many digits are left.
    const [ax, ay, az] = [(corners[at] ?? 0) - ox, (corners[at + 1] ?? 0) - oy, (corners[at + 2] ?? 0) - oz];
    const [bx, by, bz] = [(corners[at + 3] ?? 0) - ox, (corners[at + 4] ?? 0) - oy, (corners[at + 5] ?? 0) - oz];
    x += ay * bz - az * by;
    y += az * bx - ax * bz;
    z += ax * by - ay * bx;
  }
  return Math.hypot(x, y, z) / 2;
}
