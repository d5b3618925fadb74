// A drop zone with a button for files of any kind; the page handles the files.
import { Button, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import classes from './file-drop.module.css'

interface Props {
  /** The button's label. */
  choose: string
  /** A hint for mouse users above the button. */
  hint: string
  /** Accepted files, in words. */
  rules: string
  /** Extensions for the browser's file dialog: `.json`. */
  accept: string
  disabled?: boolean
  /** Allows several files. */
  multiple?: boolean
  onFiles: (files: readonly File[]) => void
  /** The chosen file. */
  children?: ReactNode
}

export function FileDrop(props: Props) {
  const { choose, hint, rules, accept, disabled = false, multiple = false, onFiles, children } = props
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files)
  }
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1)
    if (files.length > 0) onFiles(files)
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
        multiple={multiple}
        accept={accept}
        aria-label={choose}
        onChange={({ currentTarget }) => {
          // Lets the user choose the same file again after correcting it.
          take(currentTarget.files)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
