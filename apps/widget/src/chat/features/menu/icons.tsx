// Icons of the menu, which come with it.
import { icon } from '../../ui/icons.tsx'

export const ListIcon = icon('M5 6h14', 'M5 12h14', 'M5 18h9')
export const MailIcon = icon('M3.5 6h17v12h-17z', 'M4 6.5l8 6.5 8-6.5')
export const EndIcon = icon('M10 4H5v16h5', 'M14 8l4 4-4 4', 'M18 12H9')
