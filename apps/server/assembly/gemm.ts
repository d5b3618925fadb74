// One matrix multiplication in AssemblyScript (TypeScript's syntax, WebAssembly's vectors): C = max(floor, A × B + bias).
// After a change, in apps/server: npx -y -p assemblyscript@0.28.20 asc --config asconfig.json

/** Four rows of A times a panel of eight columns of B at a time. Pointers and strides are in bytes; see src/adapters/universal-sentence-encoder/gemm.ts. */
export function gemm(
  a: usize,
  aStride: usize,
  b: usize,
  bias: usize,
  c: usize,
  cStride: usize,
  rows: i32,
  k: i32,
  n: i32,
  floor: f32,
): void {
  const least = f32x4.splat(floor)
  const panelSize = usize(k) * 32
  for (let column = 0; column < n; column += 8) {
    for (let row = 0; row < rows; row += 4) {
      const left = v128.load(bias)
      const right = v128.load(bias, 16)
      let left0 = left,
        left1 = left,
        left2 = left,
        left3 = left
      let right0 = right,
        right1 = right,
        right2 = right,
        right3 = right
      let a0 = a + usize(row) * aStride
      let a1 = a0 + aStride
      let a2 = a1 + aStride
      let a3 = a2 + aStride
      for (let at = b; at < b + panelSize; at += 32) {
        const x = v128.load(at)
        const y = v128.load(at, 16)
        let factor = v128.load32_splat(a0)
        left0 = f32x4.relaxed_madd(factor, x, left0)
        right0 = f32x4.relaxed_madd(factor, y, right0)
        factor = v128.load32_splat(a1)
        left1 = f32x4.relaxed_madd(factor, x, left1)
        right1 = f32x4.relaxed_madd(factor, y, right1)
        factor = v128.load32_splat(a2)
        left2 = f32x4.relaxed_madd(factor, x, left2)
        right2 = f32x4.relaxed_madd(factor, y, right2)
        factor = v128.load32_splat(a3)
        left3 = f32x4.relaxed_madd(factor, x, left3)
        right3 = f32x4.relaxed_madd(factor, y, right3)
        a0 += 4
        a1 += 4
        a2 += 4
        a3 += 4
      }
      let to = c + usize(row) * cStride
      store(to, left0, right0, least)
      store((to += cStride), left1, right1, least)
      store((to += cStride), left2, right2, least)
      store(to + cStride, left3, right3, least)
    }
    b += panelSize
    bias += 32
    c += 32
  }
}

function store(to: usize, left: v128, right: v128, least: v128): void {
  v128.store(to, f32x4.max(left, least))
  v128.store(to, f32x4.max(right, least), 16)
}
