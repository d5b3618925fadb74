import { drawIcon, icon } from './icons.tsx'

export const BookIcon = icon(
  'M4 5.5A2.5 2.5 0 0 1 6.5 3H20v15H6.5A2.5 2.5 0 0 0 4 20.5z',
  'M4 20.5A2.5 2.5 0 0 0 6.5 21H20v-3',
)
export const ChevronIcon = icon('M9 6l6 6-6 6')
export const OpenIcon = icon('M14 5h5v5', 'M19 5l-8 8', 'M11 5H6a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-5')
export const DownloadIcon = icon('M12 4v11', 'M7 11l5 5 5-5', 'M5 20h14')
export const PictureIcon = icon('M4 5h16v14H4z', 'M4 16l5-5 4 4 3-3 4 4', 'M15 9h.01')
export const CheckIcon = icon('M5 12l5 5 9-10')
export const PlayIcon = drawIcon(['M9 6.5v11l8.5-5.5z'], '1.75', '#000')
export const PauseIcon = drawIcon(['M9 6.5v11', 'M15 6.5v11'], '3')
