import { classNames } from '#src/ui/class-names.ts'
import { Modal, type ModalProps } from './modal.tsx'

export type DrawerProps = ModalProps & { side?: 'left' | 'right' }

/** Modal panel at the side of the window. */
export function Drawer({ side = 'right', ...rest }: DrawerProps) {
  return (
    <Modal
      {...rest}
      scrimClassName={side === 'left' ? 'justify-start' : 'justify-end'}
      panelClassName={classNames(
        'h-full max-w-[min(420px,92vw)] data-[state=open]:animate-slide-in',
        side === 'right' && '[--slide-in-from:100%]',
      )}
    />
  )
}
