import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { joinFiles } from '../state/convert.ts';
import { fill, numberText, say } from '../state/language.ts';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icons.tsx';

interface JoinDialogProps {
  readonly files: readonly File[];
  readonly onClose: () => void;
}

/** Asks for the order in which files are joined, by dragging or by buttons. */
export function JoinDialog({ files, onClose }: JoinDialogProps) {
  const order = useSignal(files.map((file, id) => ({ file, id })));
  const dragged = useSignal<number | undefined>(undefined);
  const announced = useSignal('');
  const list = useRef<HTMLUListElement>(null);
  const move = (id: number, to: number) => {
    const moved = order.value.find((each) => each.id === id);
    if (!moved || to < 0 || to >= order.value.length) return;
    order.value = order.value.filter((each) => each !== moved).toSpliced(to, 0, moved);
    const place = { name: moved.file.name, place: numberText(to + 1), count: numberText(order.value.length) };
    announced.value = fill(say.value.movedTo, place);
  };
  const press = (id: number, to: number, direction: string) => {
    move(id, to);
    // A button loses the focus when its row is moved.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-id="${id}"] [data-direction="${direction}"]`)?.focus(),
    );
  };
  return (
    <Dialog title={say.value.join} onClose={onClose}>
      <form method="dialog" onSubmit={() => void joinFiles(order.value.map(({ file }) => file))}>
        <p>{say.value.joinHint}</p>
        <ul class="join-rows" ref={list}>
          {order.value.map(({ file, id }, at) => (
            <li
              key={id}
              class="join-row"
              data-id={id}
              data-dragged={dragged.value === id}
              draggable
              onDragStart={() => (dragged.value = id)}
              onDragEnd={() => (dragged.value = undefined)}
              onDragOver={(event) => {
                if (dragged.value === undefined) return;
                event.preventDefault();
                if (dragged.value !== id) move(dragged.value, at);
              }}
            >
              <span>{numberText(at + 1)}</span>
              <b class="join-name" title={file.name}>
                <bdi>{file.name}</bdi>
              </b>
              {(['up', 'down'] as const).map((direction) => {
                const to = direction === 'up' ? at - 1 : at + 1;
                const text = direction === 'up' ? say.value.moveUp : say.value.moveDown;
                return (
                  <IconButton
                    key={direction}
                    icon={direction}
                    data-direction={direction}
                    label={fill(text, { name: file.name })}
                    aria-disabled={to < 0 || to >= order.value.length}
                    onClick={() => press(id, to, direction)}
                  />
                );
              })}
              <IconButton
                icon="close"
                label={fill(say.value.remove, { name: file.name })}
                onClick={() => (order.value = order.value.filter((each) => each.id !== id))}
              />
            </li>
          ))}
        </ul>
        <div class="hidden" role="status">
          {announced.value}
        </div>
        <div class="dialog-foot">
          <button type="submit" class="button primary" disabled={order.value.length < 2}>
            {say.value.joinNow}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
