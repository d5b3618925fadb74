import { icon } from '@parlance/chat-ui/icons.tsx'

export const HangUpIcon = icon('M3 14c5-5 13-5 18 0l-2.5 2.5-3.5-1.5v-2.5c-2-.7-4-.7-6 0V15l-3.5 1.5z')
export const MutedIcon = icon(
  'M4 4l16 16',
  'M9 9v2a3 3 0 0 0 4.5 2.6',
  'M15 11.5V6a3 3 0 0 0-5.8-1',
  'M5.5 11a6.5 6.5 0 0 0 10 5.5',
  'M12 17.5V21',
)
