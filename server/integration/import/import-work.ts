import type { AuditAction } from '#contract/people/audit.ts'
import { type GuardianRights, rightsOfPreset } from '#contract/people/guardian-rights.ts'
import type { ProfileOwners } from '#contract/people/profile-owners.ts'
import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/environment/env.ts'
import type { Fault, Note } from '#server/integration/format-types/reasons.ts'
import { audit } from '#server/security/audit-log.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'
import type { Counts } from './import-file.ts'

export type ImportOptions = CurrentTime & {
  profileOwners?: ProfileOwners | undefined
  newGuardian?: GuardianRights | undefined
  /** A single file of this kind, whatever its header says. */
  as?: 'people' | 'payments' | undefined
  /** The name of the file in findings; the last part of the path by default. */
  name?: string
  isDryRun?: boolean
  /** Applies the other rows of a file with faults. */
  skipFaulty?: boolean
  /** No messages to customers, for old payments. */
  isQuiet?: boolean
  /** Deletes more than a tenth of the records of a file. */
  allowDeletes?: boolean
  /** Changes rights of administration and the people who have them; true by default. */
  mayAppoint?: boolean
  /** The administrator in the audit log; the command by default. */
  actorId?: string | null
  onFault?: (fault: Fault) => void
  onNote?: (note: Note) => void
  /** Part of the files that is read, from 0 to 1. */
  onProgress?: (file: string, part: number) => void
}

export type ImportReport = { files: ({ file: string } & Counts)[]; faults: number }

/** What every import needs to know of the installation. */
export type ImportSettings = CurrentTime & { profileOwners: ProfileOwners; newGuardian: GuardianRights }

export function importSettings(
  { TIME_ZONE: timeZone, PROFILE_OWNERS: profileOwners, SCHOOL }: Pick<Env, 'TIME_ZONE' | 'PROFILE_OWNERS' | 'SCHOOL'>,
  now: Date,
): ImportSettings {
  return { now, timeZone, profileOwners, newGuardian: rightsOfPreset[SCHOOL.guardians?.preset ?? 'full'] }
}

/** An import under way, with the counts of its files by name. */
export type ImportWork = ImportOptions &
  Required<Pick<ImportOptions, 'onFault' | 'onNote'>> & { counts: Map<string, Counts> }

export function noCounts(): Counts {
  return { read: 0, created: 0, changed: 0, unchanged: 0, deleted: 0, faulty: 0 }
}

/** Writes the entry of the audit log, of the administrator or of the command. */
export async function noteImport(
  transaction: Database,
  {
    now,
    actorId,
    command,
    ...entry
  }: Pick<ImportOptions, 'now' | 'actorId'> & { action: AuditAction; command: string; detail: string },
): Promise<void> {
  const actor = actorId === undefined ? { command } : { actorId }
  await audit(transaction, { at: now, action: entry.action, subjectId: null, ...actor, detail: entry.detail })
}
