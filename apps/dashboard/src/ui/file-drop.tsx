// A place for one file of any kind: drop it there, or choose it by a button. What is done with it is the page's affair.
import { Button, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import classes from './file-drop.module.css'

interface Props {
  /** What the button says. */
  choose: string
  /** Over the button, for whoever has a mouse. */
  hint: string
  /** What is accepted, in words. */
  rules: string
  /** Endings for the file dialog of the browser: `.json`. */
  accept: string
  disabled?: boolean
  onFile: (file: File) => void
  /** The file that is chosen now. */
  children?: ReactNode
}

export function FileDrop({ choose, hint, rules, accept, disabled = false, onFile, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) onFile(file)
  }
  return (
    <div
      className={classes.drop}
      data-over={over || undefined}
      data-testid="drop-zone"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children ?? (
        <>
          <IconFileImport className={classes.mark} size={28} stroke={1.5} aria-hidden />
          <Text size="sm" className={classes.hint}>
            {hint}
          </Text>
        </>
      )}
      <Button variant="default" size="xs" data-autofocus disabled={disabled} onClick={() => input.current?.click()}>
        {choose}
      </Button>
      <Text size="xs" c="dimmed">
        {rules}
      </Text>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={choose}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // The same file may be chosen again after it was put right.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}
