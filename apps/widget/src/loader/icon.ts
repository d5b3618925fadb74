/** A decorative icon, masked from the text colour by CSS. SVG elements would cost the page 30 KB of memory. */
export function icon(name: string): HTMLElement {
  const shape = document.createElement('i')
  shape.className = name
  return shape
}
