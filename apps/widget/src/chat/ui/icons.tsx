import { drawIcon, icon } from '@parlance/chat-ui/icons.tsx'

export const SendIcon = drawIcon(['M12 19V5', 'M6 11l6-6 6 6'], '2.25')
export const StopIcon = drawIcon(['M8 8h8v8H8z'], '2.25', '#000')
export const MoreIcon = drawIcon(['M5 12h.01', 'M12 12h.01', 'M19 12h.01'], '3')
export const DownIcon = icon('M12 5v14', 'M6 13l6 6 6-6')
export const AlertIcon = icon('M12 8v5', 'M12 16.5h.01', 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z')
export const BackIcon = icon('M15 5l-7 7 7 7')
