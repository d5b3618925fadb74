// The chat's few line icons, 24 units wide at 1.75 stroke, decorative: their buttons carry the name.
export const icon = (...paths: string[]) =>
  function Icon() {
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
        {paths.map((d) => (
          <path key={d} d={d} />
        ))}
      </svg>
    )
  }

export const SendIcon = icon('M12 19V5', 'M6 11l6-6 6 6')
export const StopIcon = icon('M8 8h8v8H8z')
export const MoreIcon = icon('M5 12h.01', 'M12 12h.01', 'M19 12h.01')
export const CloseIcon = icon('M6 6l12 12', 'M18 6L6 18')
export const DownIcon = icon('M12 5v14', 'M6 13l6 6 6-6')
export const RestartIcon = icon('M4 12a8 8 0 1 0 2.6-5.9', 'M4 4v4.5h4.5')
export const AlertIcon = icon('M12 8v5', 'M12 16.5h.01', 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z')
export const BookIcon = icon(
  'M4 5.5A2.5 2.5 0 0 1 6.5 3H20v15H6.5A2.5 2.5 0 0 0 4 20.5z',
  'M4 20.5A2.5 2.5 0 0 0 6.5 21H20v-3',
)
export const ChevronIcon = icon('M9 6l6 6-6 6')
export const PersonIcon = icon('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z', 'M5 20a7 7 0 0 1 14 0')
export const OpenIcon = icon('M14 5h5v5', 'M19 5l-8 8', 'M11 5H6a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-5')
export const DownloadIcon = icon('M12 4v11', 'M7 11l5 5 5-5', 'M5 20h14')
export const PictureIcon = icon('M4 5h16v14H4z', 'M4 16l5-5 4 4 3-3 4 4', 'M15 9h.01')
export const CheckIcon = icon('M5 12l5 5 9-10')
