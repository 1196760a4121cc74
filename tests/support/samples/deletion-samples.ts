import type { DataRequest, DataRequests, DeletionPreview } from '#contract/people/data-requests.ts'

export const deletionSamples = {
  ownId: 'a1a1a1a1-0000-4000-8000-000000000001',
  childId: 'a1a1a1a1-0000-4000-8000-000000000002',
  requestId: 'a1a1a1a1-0000-4000-8000-000000000003',
} as const

/** What a person and a child may ask for; no request yet. */
export function dataRequestList(requests: DataRequest[] = []): DataRequests {
  const { ownId, childId } = deletionSamples
  return {
    people: [
      { id: ownId, name: 'Белова Анна', isOwn: true },
      { id: childId, name: 'Белов Артём', isOwn: false },
    ],
    requests,
  }
}

/** Nothing must end first; the law keeps a contract and its payments. */
export function deletionPreview(more: Partial<DeletionPreview> = {}): DeletionPreview {
  return {
    obstacles: [],
    kept: [
      { kind: 'contracts', count: 1, until: '2031-12-31', laws: ['402-fz', '125-fz'] },
      { kind: 'payments', count: 3, until: '2031-12-31', laws: ['402-fz', 'tax-code', '54-fz'] },
    ],
    tickets: 2,
    files: 1,
    marks: 14,
    ...more,
  }
}

export function deletionRequest(more: Partial<DataRequest> = {}): DataRequest {
  const { ownId, requestId } = deletionSamples
  return {
    id: requestId,
    kind: 'deletion',
    state: 'asked',
    dueOn: '2026-10-28',
    wrong: null,
    right: null,
    answer: null,
    subject: { id: ownId, name: 'Белова Анна', isOwn: true },
    requestedAt: '2026-10-14T09:00:00.000Z',
    eraseAfter: null,
    endedAt: null,
    ...more,
  }
}
