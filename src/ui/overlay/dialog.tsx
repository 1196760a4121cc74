import { classNames } from '#src/ui/class-names.ts'
import { Modal, type ModalProps } from './modal.tsx'

export type DialogProps = ModalProps & { size?: 'base' | 'wide' }

/** Modal dialog; on a phone a sheet at the lower edge. */
export function Dialog({ size = 'base', ...rest }: DialogProps) {
  return (
    <Modal
      {...rest}
      scrimClassName="items-end justify-center md:items-center md:p-lg"
      panelClassName={classNames(
        'max-h-[92dvh] data-[state=open]:animate-slide-up rounded-t-lg md:max-h-full md:rounded-lg',
        size === 'wide' ? 'md:max-w-[760px]' : 'md:max-w-[520px]',
      )}
    />
  )
}
