"""What keeps a program of this layer to its job, and what its ends mean. Python runs isolated, without its site module."""
import errno
import os
import sys

HOME = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
sys.path.insert(0, os.path.join(HOME, 'python'))

UNREADABLE, TOO_LARGE, EMPTY = 4, 5, 7
# What a broken layer ends in: not the fault of any file. SyntaxError is not: readers of XML derive theirs from it.
OURS = (ImportError, NameError)
REFUSED = ('subprocess.', 'socket.', 'os.system', 'os.exec', 'os.fork', 'os.posix_spawn', 'os.spawn', 'pickle.', 'urllib.')
DEVICES = ('/dev/null', '/dev/urandom')


def confine(*folders):
    """
    Refuses processes, networks and files that are neither of the layer nor in these folders: a second door behind the jail,
    and on Lambda, where there is no jail, one before what the function can read.
    """
    roots = tuple(folder + os.sep for folder in (HOME, *folders))

    def audit(event, args):
        if event == 'open':
            path = args[0]
            if isinstance(path, int) or path in DEVICES:
                return
            if not os.path.realpath(os.fsdecode(path)).startswith(roots):
                # As if it were not there, which readers of files are used to.
                raise FileNotFoundError(errno.ENOENT, 'not a file of the job', path)
        elif event.startswith(REFUSED):
            raise PermissionError(f'refused: {event}')

    sys.addaudithook(audit)


def status_of(error):
    if isinstance(error, (MemoryError, RecursionError)):
        return TOO_LARGE
    return 1 if isinstance(error, OURS) else UNREADABLE
