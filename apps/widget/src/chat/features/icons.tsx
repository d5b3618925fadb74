import { icon } from '@parlance/chat-ui/icons.tsx'

export const ListIcon = icon('M5 6h14', 'M5 12h14', 'M5 18h9')
export const MailIcon = icon('M3.5 6h17v12h-17z', 'M4 6.5l8 6.5 8-6.5')
export const EndIcon = icon('M10 4H5v16h5', 'M14 8l4 4-4 4', 'M18 12H9')

export const RestartIcon = icon('M4 12a8 8 0 1 0 2.6-5.9', 'M4 4v4.5h4.5')
export const ClipIcon = icon(
  'M20 11.5l-8 8a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7L9.7 17.2a1.7 1.7 0 0 1-2.4-2.4L15 7',
)
export const PhoneIcon = icon(
  'M6.5 3.5h3l1.5 4-2 1.5a11 11 0 0 0 6 6l1.5-2 4 1.5v3a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 4.5 5.7a2 2 0 0 1 2-2.2z',
)
export const MicIcon = icon(
  'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3z',
  'M5.5 11a6.5 6.5 0 0 0 13 0',
  'M12 17.5V21',
)
export const BinIcon = icon('M5 7h14', 'M10 7V4h4v3', 'M7 7l1 13h8l1-13')
export const FileIcon = icon('M6 3h8l4 4v14H6z', 'M14 3v4h4')
export const SmileIcon = icon(
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  'M9 10h.01',
  'M15 10h.01',
  'M8.5 14a4.2 4.2 0 0 0 7 0',
)
export const PersonIcon = icon('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z', 'M5 20a7 7 0 0 1 14 0')
