// The chat's few line icons, 24 units wide, decorative: their buttons carry the name. Each is one element that shows the
// current colour through a mask: elements of SVG would cost the page 30 KB of memory.
const drawn = (paths: readonly string[], width = '1.75', fill = 'none') => {
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
export const icon = (...paths: string[]) => drawn(paths)

export const SendIcon = drawn(['M12 19V5', 'M6 11l6-6 6 6'], '2.25')
export const StopIcon = drawn(['M8 8h8v8H8z'], '2.25', '#000')
export const MoreIcon = drawn(['M5 12h.01', 'M12 12h.01', 'M19 12h.01'], '3')
export const CloseIcon = drawn(['M6 6l12 12', 'M18 6L6 18'], '2')
export const DownIcon = icon('M12 5v14', 'M6 13l6 6 6-6')
export const AlertIcon = icon('M12 8v5', 'M12 16.5h.01', 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z')
export const PersonIcon = icon('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z', 'M5 20a7 7 0 0 1 14 0')
