// Decorative 24-unit line icons. Each is one element with a CSS mask in the current colour: SVG elements would cost a
// page 30 KB of memory.
import './base.css'

export const drawIcon = (paths: readonly string[], width = '1.75', fill = 'none') => {
  let style: { WebkitMaskImage: string } | undefined
  const draw = () => {
    const lines = `fill='${fill}' stroke='#000' stroke-width='${width}' stroke-linecap='round' stroke-linejoin='round'`
    const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><path ${lines} d='${paths.join('')}'/></svg>`
    return { WebkitMaskImage: `url("data:image/svg+xml,${encodeURIComponent(svg)}")` }
  }
  return function Icon() {
    return <span aria-hidden="true" className="icon" style={(style ??= draw())} />
  }
}
export const icon = (...paths: string[]) => drawIcon(paths)

export const CloseIcon = drawIcon(['M6 6l12 12', 'M18 6L6 18'], '2')
