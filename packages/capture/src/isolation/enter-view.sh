# Runs as PID 1 of new namespaces (isolated-command.ts), makes the mount view the root directory, and runs the browser.
#
#     sh enter-view.sh TABLE FOLDER UID COMMAND [ARGUMENT]...
#
# TABLE contains the mounts of the view in the format of fstab(5), with targets relative to the view. The view is mounted on
# FOLDER. UID is the browser's user; if it is empty, this shell is root of a user namespace. In both cases, the browser gets its
# own user namespace, in which Chromium's sandbox can create only user, PID and network namespaces. Code in the browser cannot
# mount anything, such as memory that the worker does not measure or the control groups of the worker's user.
set -eu
table=$1 view=$2 uid=$3
shift 3
PATH=$PATH:/usr/sbin:/sbin
set_limits='for type in mnt cgroup uts ipc time; do
    [ ! -e /proc/sys/user/max_${type}_namespaces ] || echo 0 > /proc/sys/user/max_${type}_namespaces
  done
  echo 16 > /proc/sys/user/max_net_namespaces'
# Limits of the user namespace in which this shell is root.
[ -n "$uid" ] || eval "$set_limits"

mount --no-mtab -t tmpfs -o mode=755,size=1m,nosuid,nodev view "$view"
printf '%s\n' "$table" > "$view/table"
covers=
while read -r _ target _ options _; do
  case $options in
    *x-file*)
      # Separators in paths are written as octal numbers.
      case $target in *\\*) target=$(printf %b "$target") ;; esac
      # A file can be mounted only on a file.
      mkdir -p "$view${target%/*}" && : > "$view$target"
      ;;
    *x-cover*) covers="$covers $target" ;;
  esac
done < "$view/table"
for link in /bin /sbin /lib /lib32 /lib64 /libx32; do
  [ ! -L "$link" ] || cp -P "$link" "$view$link"
done
mkdir -p "$view/old" "$view/dev"
ln -s /proc/self/fd "$view/dev/fd"
mount --no-mtab --all --fstab "$view/table" --target-prefix "$view"
for cover in $covers; do
  mount --no-mtab -o remount,bind,ro,nosuid,nodev,noexec "$view$(printf %b "$cover")"
done
# Root created these folders of the browser's home for the mounts below them.
for folder in "$HOME/.config" "$HOME/.cache"; do
  [ -z "$uid" ] || [ ! -d "$view$folder" ] || chown "$uid:$uid" "$view$folder"
done
rm "$view/table"
# A remount without `bind` would repeat the file system's user ID, which does not exist in the user namespace of an ordinary
# user.
mount --no-mtab -o remount,bind,ro,nosuid,nodev "$view"

# Chromium's proxy is on loopback. If iproute2 is missing, Perl sets IFF_UP with SIOCGIFFLAGS and SIOCSIFFLAGS (netdevice(7)).
ip link set lo up 2> /dev/null || perl -e '
  use Socket; socket(my $s, AF_INET, SOCK_DGRAM, 0) or die "socket: $!\n"; my $r = pack("a16 x24", "lo");
  ioctl($s, 0x8913, $r) or die "SIOCGIFFLAGS: $!\n"; my (undef, $f) = unpack("a16 s", $r);
  $r = pack("a16 s x22", "lo", $f | 1); ioctl($s, 0x8914, $r) or die "SIOCSIFFLAGS: $!\n"'
# With loopback alone, `navigator.onLine` would be false. Both ends of this pair are in the namespace, and no route uses it.
ip -batch - 2> /dev/null << 'PAIR' || true
link add net0 type veth peer name net1
link set net0 addrgenmode none up
link set net1 addrgenmode none up
address add 198.18.0.1/32 dev net0
PAIR
hostname localhost 2> /dev/null || true

# Since Linux 5.14, the kernel counts the processes of each user namespace separately. Before, the limit would include the
# worker's processes.
read -r release < /proc/sys/kernel/osrelease
case $uid:$release in
  :[0-4].* | :5.[0-9][!0-9]* | :5.1[0-3][!0-9]*) ;;
  # Root could raise a lower limit. The option is -p in dash and BusyBox, and -u in other shells.
  *)
    processes=$(ulimit -u 2> /dev/null || ulimit -p)
    [ "$processes" != unlimited ] && [ "$processes" -le 4096 ] || ulimit -u 4096 2> /dev/null || ulimit -p 4096
    ;;
esac

if [ -n "$uid" ]; then
  nested="unshare --user --map-user=$uid --map-group=$uid --keep-caps"
  drop='setpriv --ambient-caps=-all --inh-caps=-all --bounding-set=-all'
  # If a setting restricts user namespaces, only an attempt shows whether the browser can create its own. If it cannot, it
  # cannot create any other namespace either. dash reads only the first digit of a number in /proc/sys.
  most=1 permitted=1 restricted=0
  read -r most < /proc/sys/user/max_user_namespaces || true
  [ ! -e /proc/sys/kernel/unprivileged_userns_clone ] ||
    read -r permitted < /proc/sys/kernel/unprivileged_userns_clone || true
  [ ! -e /proc/sys/kernel/apparmor_restrict_unprivileged_userns ] ||
    read -r restricted < /proc/sys/kernel/apparmor_restrict_unprivileged_userns || true
  case $most:$permitted:$restricted in
    0:* | *:0:* | *:1) setpriv --reuid="$uid" --regid="$uid" --clear-groups $nested $drop true 2> /dev/null || nested= ;;
  esac
  [ -z "$nested" ] || set -- $nested sh -c "{ $set_limits; } 2> /dev/null || true; exec $drop \"\$@\"" sh "$@"
fi

cd "$view"
unset OLDPWD
if pivot_root . old 2> /dev/null; then
  umount --no-mtab --lazy /old
  enter=
else
  # Docker's seccomp profile denies pivot_root, so the view is mounted over the root directory and covers it. The kernel lets a
  # user namespace mount its own complete /proc or /sys if the mount namespace contains a complete one, even one that cannot be
  # reached.
  for folder in /proc /sys; do
    [ ! -d $folder ] || mount --no-mtab -t tmpfs -o ro,size=4k cover $folder
  done
  mount --no-mtab --move . /
  enter='chroot .'
fi
echo 'shotclock: namespaces are ready' >&2

# The last shell is PID 1: it reaps orphaned processes, and when it exits, all processes of the namespace end. The browser runs
# as another user or in another user namespace, so it cannot attach to this shell. The shell prints nothing, because the
# browser's last line explains a failed start.
run='exec 9>&2 2> /dev/null; (exec "$@" 2>&9 9>&-); exit $?'
if [ -n "$uid" ]; then
  exec $enter setpriv --bounding-set=-all,+setuid,+setgid,+setpcap --inh-caps=-all --no-new-privs \
    sh -c "$run" sh setpriv --reuid="$uid" --regid="$uid" --clear-groups --bounding-set=-all "$@"
fi
# Mapping user 0 needs CAP_SETFCAP. The browser has no capabilities, because unshare(1) executes it as a user other than root.
exec $enter setpriv --bounding-set=-all,+setpcap,+setfcap --inh-caps=-all --no-new-privs \
  sh -c "$run" sh unshare --user --map-user=1000 --map-group=1000 -- "$@"
