import { AppError } from '../errors.ts'
import type { Slice } from '../slice.ts'
import { holds, type HoldsService } from './service.ts'

export function createHoldsSlice(): Slice<HoldsService> {
  return {
    name: 'holds',
    service: holds,
    recordings: {
      refuseDelete: async (handle, recordingId) =>
        (await holds.isOnHold(handle, recordingId))
          ? new AppError('legal_hold', 'This meeting is on legal hold: nothing of it can be deleted.')
          : null,
      meetingDeleting: holds.forget,
    },
  }
}
