/** Decorative; the sheets cut its shape out of the colour of the text. Elements of SVG would cost the page 30 KB of memory. */
export function icon(name: string): HTMLElement {
  const shape = document.createElement('i')
  shape.className = name
  return shape
}
