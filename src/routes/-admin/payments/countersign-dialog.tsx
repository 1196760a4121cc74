import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { countersignableQuery } from '#src/api/admin.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { ContractTextView, ReadableText } from '#src/routes/-flow/documents/contract-text.tsx'
import { SignatureList } from '#src/routes/-flow/documents/signature-list.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'

type CountersignDialogProps = { contractId: string; onClose: () => void }

/** The text that the customer has signed, and the signature of the school below it. */
export function CountersignDialog({ contractId, onClose }: CountersignDialogProps) {
  const { t } = useLingui()
  const sign = useMutation(
    callMutation('POST /v1/admin/contract/{contractId}/sign', { handlesError: true, idempotent: true }),
  )
  const result = useQuery({ ...countersignableQuery(contractId), enabled: !sign.isSuccess })
  const { data } = result
  return (
    <Dialog
      size="wide"
      isPageOnPhone
      onClose={onClose}
      title={data ? <Trans>Договор №&nbsp;{data.number}</Trans> : t`Договор`}
      description={<Trans>Подпись школы под текстом, который подписал заказчик. Заказчик получит сообщение.</Trans>}
      footer={
        <>
          <Button onClick={onClose} variant={sign.isSuccess ? 'primary' : 'secondary'}>
            {sign.isSuccess ? <Trans>Готово</Trans> : <Trans>Отменить</Trans>}
          </Button>
          {data && !sign.isSuccess && (
            <Button variant="primary" busy={sign.isPending} onClick={() => sign.mutate({ params: { contractId } })}>
              <Trans>Подписать от имени школы</Trans>
            </Button>
          )}
        </>
      }
    >
      {sign.isSuccess ? (
        <Notice tone="success" role="status" title={<Trans>Договор подписан обеими сторонами</Trans>} />
      ) : (
        <QueryState result={result} skeleton={<SkeletonBlock size="large" />}>
          {({ text, customerSignature }) => (
            <ReadableText>
              <SignatureList signatures={[customerSignature]} />
              <div className="border-t border-line-soft pt-base">
                <ContractTextView text={text} />
              </div>
              <CallError error={sign.error}>
                <Trans>Договор не подписан.</Trans>
              </CallError>
            </ReadableText>
          )}
        </QueryState>
      )}
    </Dialog>
  )
}
