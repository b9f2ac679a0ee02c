// All moves of a rack, the best one last: Moves LEXICON SQUARES RACK, with the squares as in CGP.
// The imports work alike in .NET, Mono and Unity; the library is liblexkit.so, liblexkit.dylib or lexkit.dll.
using System;
using System.Runtime.InteropServices;
using System.Text;

static class Lexkit {
    [StructLayout(LayoutKind.Sequential)]
    public struct Refusal {
        [MarshalAs(UnmanagedType.ByValArray, SizeConst = 4)] public byte[] Rule;
        [MarshalAs(UnmanagedType.ByValArray, SizeConst = 124)] public byte[] Text;
        public ulong Place;
        public int System;
    }

    // 24 bytes without references, so that an array of moves is not copied. The tiles laid are the 15 bytes from Tiles on.
    [StructLayout(LayoutKind.Sequential, Size = 24)]
    public struct Move {
        public int Score;
        public byte Row, Column, Down, Length, Laid, Tiles;
    }

    // C's texts are UTF-8 with a zero byte at the end.
    public static byte[] Utf8(string text) { return Encoding.UTF8.GetBytes(text + "\0"); }

    public static string Text(byte[] bytes) {
        return Encoding.UTF8.GetString(bytes, 0, Math.Max(0, Array.IndexOf(bytes, (byte)0)));
    }

    [DllImport("lexkit")] public static extern int lexkit_open(byte[] path, out IntPtr lexicon, ref Refusal refusal);
    [DllImport("lexkit")] public static extern void lexkit_close(IntPtr lexicon);
    [DllImport("lexkit")] public static extern int lexkit_encode(IntPtr lexicon, byte[] text, int kind, byte[] tiles, int room);
    [DllImport("lexkit")] public static extern int lexkit_board_new(
        IntPtr lexicon, byte[] layout, int start, IntPtr scoring, out IntPtr board);
    [DllImport("lexkit")] public static extern void lexkit_board_free(IntPtr board);
    [DllImport("lexkit")] public static extern int lexkit_board_read(IntPtr board, byte[] rows);
    [DllImport("lexkit")] public static extern long lexkit_moves(
        IntPtr board, byte[] rack, int count, [In, Out] Move[] moves, long room);
    [DllImport("lexkit")] public static extern int lexkit_move_text(IntPtr board, ref Move move, byte[] text, int room);
}

static class Program {
    static int Main(string[] given) {
        if (given.Length != 3) {
            Console.Error.WriteLine("usage: Moves LEXICON SQUARES RACK");
            return 2;
        }
        IntPtr lexicon, board;
        var refusal = new Lexkit.Refusal { Rule = new byte[4], Text = new byte[124] };
        if (Lexkit.lexkit_open(Lexkit.Utf8(given[0]), out lexicon, ref refusal) != 0) {
            Console.Error.WriteLine(Lexkit.Text(refusal.Text));
            return 3;
        }
        var rack = new byte[15];
        int count = Lexkit.lexkit_encode(lexicon, Lexkit.Utf8(given[2]), 1, rack, rack.Length);
        if (Lexkit.lexkit_board_new(lexicon, null, -1, IntPtr.Zero, out board) != 0
            || Lexkit.lexkit_board_read(board, Lexkit.Utf8(given[1])) != 0 || count < 0) {
            Console.Error.WriteLine("the squares or the rack cannot be read");
            return 3;
        }
        var moves = new Lexkit.Move[1 << 18];
        long found = Math.Min(Lexkit.lexkit_moves(board, rack, count, moves, moves.Length), moves.Length);
        Array.Sort(moves, 0, (int)found, System.Collections.Generic.Comparer<Lexkit.Move>.Create(
            (one, other) => one.Score.CompareTo(other.Score)));
        var text = new byte[256];
        for (int at = 0; at < found; at++)
            if (Lexkit.lexkit_move_text(board, ref moves[at], text, text.Length) > 0)
                Console.WriteLine("{0} +{1}", Lexkit.Text(text), moves[at].Score);
        Lexkit.lexkit_board_free(board);
        Lexkit.lexkit_close(lexicon);
        return found > 0 ? 0 : 1;
    }
}
