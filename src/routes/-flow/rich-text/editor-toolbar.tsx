import { useLingui } from '@lingui/react/macro'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useState } from 'react'
import { IconButton, type IconButtonProps } from '#src/ui/forms/icon-button.tsx'

type EditorToolbarProps = { editor: Editor; isLinking: boolean; onLink: () => void }

type Tool = Pick<IconButtonProps, 'icon' | 'label'> & { keys: string; isOn: boolean; use: () => void }

const paths = {
  bold: 'M7.75 5.25h5.5a3.25 3.25 0 0 1 0 6.5h-5.5zm0 6.5h6.5a3.5 3.5 0 0 1 0 7h-6.5z',
  italic: 'M10 5.25h7m-10 13.5h7m-.25-13.5-3.5 13.5',
  numbers: 'M10 6.5h9.5M10 12h9.5m-9.5 5.5h9.5m-15-12.25 1.25-.75v4.25M4.5 16.25c.25-1 2-.75 2 .25 0 .9-2 1.25-2 2.5h2',
}

/** Formatting toolbar with a roving tab index (WAI-ARIA toolbar pattern). */
export function EditorToolbar({ editor, isLinking, onLink }: EditorToolbarProps) {
  const { t } = useLingui()
  const [stop, setStop] = useState(0)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      link: now.isActive('link'),
    }),
  })
  const change = () => editor.chain().focus()
  const tools: Tool[] = [
    {
      icon: { path: paths.bold },
      label: t`Полужирный`,
      keys: 'Control+B',
      isOn: on.bold,
      use: () => change().toggleBold().run(),
    },
    {
      icon: { path: paths.italic },
      label: t`Курсив`,
      keys: 'Control+I',
      isOn: on.italic,
      use: () => change().toggleItalic().run(),
    },
    {
      icon: 'list',
      label: t`Список`,
      keys: 'Control+Shift+8',
      isOn: on.bullets,
      use: () => change().toggleBulletList().run(),
    },
    {
      icon: { path: paths.numbers },
      label: t`Список с номерами`,
      keys: 'Control+Shift+7',
      isOn: on.numbers,
      use: () => change().toggleOrderedList().run(),
    },
    { icon: 'link', label: t`Ссылка`, keys: 'Control+K', isOn: on.link || isLinking, use: onLink },
  ]
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = step(stop, tools.length)
    setStop(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      role="toolbar"
      aria-label={t`Оформление текста`}
      onKeyDown={walk}
      className="sticky top-0 z-sticky flex gap-half border-b border-line-soft bg-surface p-xxs"
    >
      {tools.map(({ icon, label, keys, isOn, use }, at) => (
        <IconButton
          key={keys}
          icon={icon}
          label={label}
          title={`${label} (${keys.replace('Control', 'Ctrl')})`}
          aria-keyshortcuts={keys}
          aria-pressed={isOn}
          tabIndex={at === stop ? 0 : -1}
          onFocus={() => setStop(at)}
          onClick={use}
        />
      ))}
    </div>
  )
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}
