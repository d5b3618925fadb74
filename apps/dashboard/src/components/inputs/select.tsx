import { Select as Whole, type Primitive, type SelectProps } from '@mantine/core'
import { useLazyOptions } from './lazy-options.ts'

/** Mantine's, whose options are made when somebody comes to it. */
export function Select<Value extends Primitive = string>(props: Omit<SelectProps<Value>, 'onFocus' | 'onClick'>) {
  const { comboboxProps, events } = useLazyOptions()
  return (
    <Whole
      {...(props as SelectProps<Value>)}
      {...events}
      comboboxProps={{ ...comboboxProps, ...props.comboboxProps }}
    />
  )
}
