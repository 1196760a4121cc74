import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import type { OpenedTerm } from './opened.ts'

const MarkDialog = latePart('mark-dialog', () => import('./mark-dialog.tsx').then((module) => module.MarkDialog))

/** The details of the mark that the address names, or of a day without one. */
export function OpenedMark(opened: OpenedTerm) {
  const { search, close, replace } = useAddress('grade-book')
  const { mark } = search
  if (mark === undefined) return null
  return (
    <MarkDialog
      {...opened}
      entryKey={mark}
      onClose={() => close({ mark: undefined })}
      onCourse={(course) => replace({ mark: undefined, course })}
    />
  )
}

OpenedMark.warm = MarkDialog.warm
