// A number for every position of the Royal Game of Ur, without gaps, derived from the paths.
//
// Positions are seen by the player to move. A layer has the positions in which the mover has `mine`
// pieces left to bring home and the opponent `theirs`. Within it they are ordered by the content of
// the squares that both paths share, and then by the two sets of private squares:
//
//     layer (mine, theirs)            ordered by the greater number, so that a game with fewer
//       group (x, y)                  pieces is the beginning of one with more
//         content                     x own and y of the opponent's on the shared squares
//           own private squares       at most mine - x pieces
//             other's private squares at most theirs - y
//
// Private sets are sorted by size, so those of at most n pieces are a prefix, and every row of
// positions that differ only in the opponent's private squares is contiguous.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "ur/moves.hpp"

namespace astragal::ur {

using Index = std::uint64_t;
using Content = std::uint32_t;     // a number in base 3: 0 empty, 1 own, 2 the opponent's
using PrivateSet = std::uint32_t;  // bit k for the k-th private square of a path

namespace view_word = words::ur_view;
namespace group = words::ur_group;

inline constexpr unsigned counts = max_pieces + 1;  // a number of pieces is below this

// The tables of one rule set; the same for any number of pieces.
class Ranking {
public:
    // What the ranking needs to know of a word.
    struct View {
        Content content;
        PrivateSet own;
        PrivateSet other;
        unsigned mine;  // pieces left, in hand and on the board
        unsigned theirs;
        bool sound;  // no piece where its player can't be, no stray bit

        bool over() const { return mine == 0 || theirs == 0; }
    };

    explicit Ranking(const Rules& rules) : rules_(rules) {
        for (unsigned i = 0; i < rules.length; ++i) {
            (rules.shared >> (i + 1) & 1 ? shared_ : private_).push_back(i);
        }
        require(shared_.size() <= 13, "the paths must share at most 13 squares");
        require(private_.size() <= 6, "a path must have at most 6 squares of its own");
        fill_sets();
        fill_private_words();
        fill_contents();
        fill_views();
        fill_layers();
    }

    const Rules& rules() const { return rules_; }
    const std::vector<unsigned>& shared_path() const { return shared_; }
    const std::vector<unsigned>& private_path() const { return private_; }

    Content contents() const { return static_cast<Content>(group_of_.size()); }
    unsigned own_count(Content content) const { return group::own(group_of_[content]); }
    unsigned other_count(Content content) const { return group::other(group_of_[content]); }
    Index place_in_group(Content content) const { return group::place(group_of_[content]); }
    // The same content as the opponent sees it.
    Content mirror(Content content) const { return mirror_[content]; }

    // What a piece on that bit of the mover's track adds to the content and to the private set.
    std::pair<Content, PrivateSet> part_of_bit(unsigned bit) const { return part_of_bit_[bit]; }

    // How many private sets have at most this many pieces.
    Index sets(unsigned pieces) const { return prefix_[pieces]; }
    PrivateSet set_at(Index rank) const { return set_[rank]; }
    Index rank_of(PrivateSet set) const { return set_rank_[set]; }

    Index size(unsigned pieces) const {
        return layer_[pieces][pieces] + layer_size(pieces, pieces);
    }
    Index layer_start(unsigned mine, unsigned theirs) const { return layer_[mine][theirs]; }
    Index layer_size(unsigned mine, unsigned theirs) const {
        return group_[mine][theirs][counts - 1][counts - 1];
    }
    // Where the positions with this content start within their layer.
    Index block_start(unsigned mine, unsigned theirs, Content content) const {
        const unsigned x = own_count(content);
        const unsigned y = other_count(content);
        return group_[mine][theirs][x][y] +
               place_in_group(content) * sets(mine - x) * sets(theirs - y);
    }

    View view(State state) const {
        const unsigned player = turn_of(state);
        view_word::Word sum = 0;
        for (unsigned i = 0; i < board_parts; ++i) {
            sum += views_[player][i][words::ur_board::part(state, i)];
        }
        return {view_word::content(sum),
                view_word::own(sum),
                view_word::other(sum),
                view_word::mine(sum) + hand_of(state, player),
                view_word::theirs(sum) + hand_of(state, 1 - player),
                view_word::flaws(sum) == 0};
    }

    // Whether a word is a position of these rules. Python says what is wrong with it if it isn't.
    bool valid(State state, const View& view) const {
        const unsigned player = turn_of(state);
        const unsigned pieces = view.mine + done_of(state, player);
        const unsigned roll = roll_of(state);
        return view.sound && pieces == view.theirs + done_of(state, 1 - player) && pieces >= 1 &&
               pieces <= max_pieces && (view.mine | view.theirs) != 0 &&
               (roll == 0 || rules_.possible(roll));
    }

    // The number of a position that is valid and not over.
    Index rank(const View& view) const {
        const group::Word place = group_of_[view.content];
        const unsigned x = group::own(place);
        const unsigned y = group::other(place);
        const Index width = prefix_[view.theirs - y];
        return start_[view.mine][view.theirs][x][y] +
               (group::place(place) * prefix_[view.mine - x] + set_rank_[view.own]) * width +
               set_rank_[view.other];
    }

    // The position of that number, A to move, nothing rolled, in a game with `pieces` pieces.
    State unrank(Index index, unsigned pieces) const {
        const Part& layer = last_from(layers_, index);
        const unsigned mine = layer.own, theirs = layer.other;
        index -= layer.start;
        const Part& part = last_from(groups_[mine][theirs], index);
        const unsigned x = part.own, y = part.other;
        index -= part.start;
        const Index width = prefix_[theirs - y];
        const Index other = index % width;
        const Index own = index / width % prefix_[mine - x];
        const Content content = contents_[x][y][index / width / prefix_[mine - x]];
        return word_of(content, set_[own], set_[other], mine, theirs, pieces);
    }

private:
    static constexpr unsigned board_parts = 6, squares_per_part = 4, part_values = 256;

    void fill_sets() {
        const auto count = PrivateSet{1} << private_.size();
        set_.resize(count);
        for (PrivateSet set = 0; set < count; ++set) set_[set] = set;
        std::sort(set_.begin(), set_.end(), [](PrivateSet a, PrivateSet b) {
            const unsigned a_size = bit_count(a), b_size = bit_count(b);
            return a_size != b_size ? a_size < b_size : a < b;
        });
        set_rank_.resize(count);
        for (Index rank = 0; rank < count; ++rank)
            set_rank_[set_[rank]] = static_cast<std::uint8_t>(rank);
        for (unsigned pieces = 0; pieces < counts; ++pieces) {
            prefix_[pieces] =
                static_cast<Index>(std::count_if(set_.begin(), set_.end(), [&](PrivateSet set) {
                    return bit_count(set) <= pieces;
                }));
        }
    }

    void fill_private_words() {
        for (unsigned player = 0; player < 2; ++player) {
            private_word_[player].assign(set_.size(), 0);
            for (PrivateSet set = 0; set < set_.size(); ++set)
                for (std::size_t k = 0; k < private_.size(); ++k)
                    if (set >> k & 1)
                        private_word_[player][set] =
                            word::with_square(private_word_[player][set],
                                              rules_.path[player][private_[k]], player + 1);
        }
    }

    void fill_contents() {
        power_.assign(shared_.size() + 1, 1);
        for (std::size_t k = 0; k < shared_.size(); ++k) power_[k + 1] = 3 * power_[k];
        part_of_bit_.assign(rules_.length + 2, {0, 0});
        for (std::size_t k = 0; k < shared_.size(); ++k)
            part_of_bit_[shared_[k] + 1].first = power_[k];
        for (std::size_t k = 0; k < private_.size(); ++k) {
            part_of_bit_[private_[k] + 1].second = PrivateSet{1} << k;
        }
        // Where the k-th shared square stands on the opponent's path.
        std::vector<std::size_t> twin(shared_.size());
        for (std::size_t k = 0; k < shared_.size(); ++k) {
            const unsigned there = lowest_bit(rules_.cross[shared_[k] + 1]) - 1;
            twin[k] = place_in(shared_, there);
        }
        group_of_.resize(power_.back());
        mirror_.resize(power_.back());
        for (Content content = 0; content < power_.back(); ++content) {
            unsigned count[3] = {0, 0, 0};
            Content mirrored = 0;
            for (std::size_t k = 0; k < shared_.size(); ++k) {
                const unsigned digit = content / power_[k] % 3;
                ++count[digit];
                mirrored += (3 - digit) % 3 * power_[twin[k]];
            }
            mirror_[content] = mirrored;
            const unsigned x = std::min(count[1], 15u);
            const unsigned y = std::min(count[2], 15u);
            Index place = 0;
            if (x < counts && y < counts) {
                place = contents_[x][y].size();
                contents_[x][y].push_back(content);
            }
            group_of_[content] =
                group::with_own(group::with_other(static_cast<Content>(place), y), x);
        }
    }

    void fill_views() {
        for (unsigned player = 0; player < 2; ++player) {
            for (unsigned part = 0; part < board_parts; ++part) {
                for (unsigned value = 0; value < part_values; ++value) {
                    const State board = words::ur_board::with_part(0, part, value);
                    view_word::Word sum = 0;
                    for (unsigned i = 0; i < squares_per_part; ++i) {
                        sum += view_of_square(player, board, squares_per_part * part + i);
                    }
                    views_[player][part][value] = sum;
                }
            }
        }
    }

    // What one square adds to the view of a player.
    view_word::Word view_of_square(unsigned player, State board, unsigned square) const {
        constexpr auto flaw = view_word::with_flaws(0, 1);
        const unsigned piece = word::square(board, square);
        // The flag of another roll lies where the board has no square.
        if (piece == 0 || word::with_square(0, square, piece) == word::with_extra(0, 1)) return 0;
        if (piece == 3) return flaw;
        const bool own = piece == player + 1;
        const unsigned position = place_in(rules_.path[own ? player : 1 - player], square);
        if (position == rules_.length) return flaw;
        const auto counted = own ? view_word::with_mine(0, 1) : view_word::with_theirs(0, 1);
        if (const unsigned k = place_in(private_, position); k < private_.size()) {
            const PrivateSet set = PrivateSet{1} << k;
            return own ? view_word::with_own(counted, set) : view_word::with_other(counted, set);
        }
        // The digit stands where the mover's path has the square.
        const unsigned k = place_in(shared_, place_in(rules_.path[player], square));
        return view_word::with_content(counted, (own ? 1 : 2) * power_[k]);
    }

    // The index of a value in a list; its length if it is not there.
    template <class T>
    static unsigned place_in(const std::vector<T>& list, unsigned value) {
        return static_cast<unsigned>(std::find(list.begin(), list.end(), value) - list.begin());
    }

    void fill_layers() {
        Index start = 0;
        for (unsigned greater = 1; greater < counts; ++greater) {
            for (unsigned less = 1; less <= greater; ++less) {
                start += place_layer(greater, less, start);
                if (less != greater) start += place_layer(less, greater, start);
            }
        }
    }

    Index place_layer(unsigned mine, unsigned theirs, Index start) {
        layer_[mine][theirs] = start;
        layers_.push_back(
            {start, static_cast<std::uint8_t>(mine), static_cast<std::uint8_t>(theirs)});
        Index size = 0;
        for (unsigned x = 0; x < counts; ++x) {
            for (unsigned y = 0; y < counts; ++y) {
                group_[mine][theirs][x][y] = size;
                start_[mine][theirs][x][y] = start + size;
                const bool last = x == counts - 1 && y == counts - 1;
                if (x <= mine && y <= theirs && !contents_[x][y].empty()) {
                    groups_[mine][theirs].push_back(
                        {size, static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)});
                    size += contents_[x][y].size() * prefix_[mine - x] * prefix_[theirs - y];
                }
                // The last entry holds the size. Only seven pieces each on fourteen shared squares
                // would need it as a start, and 13 is the most there can be.
                if (last) group_[mine][theirs][x][y] = size;
            }
        }
        return size;
    }

    State word_of(Content content, PrivateSet own, PrivateSet other, unsigned mine, unsigned theirs,
                  unsigned pieces) const {
        State state = private_word_[0][own] | private_word_[1][other];
        unsigned on_board[3] = {0, bit_count(own), bit_count(other)};  // by digit
        for (const unsigned position : shared_) {
            const unsigned digit = content % 3;
            content /= 3;
            ++on_board[digit];
            state = word::with_square(state, rules_.path[0][position], digit);
        }
        state = word::with_a_hand(state, mine - on_board[1]);
        state = word::with_b_hand(state, theirs - on_board[2]);
        state = word::with_a_done(state, pieces - mine);
        return word::with_b_done(state, pieces - theirs);
    }

    // A part of the numbers: a layer, or a group of a layer.
    struct Part {
        Index start;
        std::uint8_t own, other;
    };

    // The part that has a number: the last that starts at or below it.
    static const Part& last_from(const std::vector<Part>& parts, Index index) {
        const auto above = [](Index number, const Part& part) { return number < part.start; };
        return *(std::upper_bound(parts.begin(), parts.end(), index, above) - 1);
    }

    template <class T>
    using ByCounts = std::array<std::array<T, counts>, counts>;

    Rules rules_;
    std::vector<unsigned> shared_;  // positions on a path, from 0
    std::vector<unsigned> private_;
    std::vector<Content> power_;  // of 3
    std::vector<std::pair<Content, PrivateSet>> part_of_bit_;
    std::vector<PrivateSet> set_;  // by rank
    std::vector<std::uint8_t> set_rank_;
    std::array<Index, counts> prefix_{};
    std::vector<group::Word> group_of_;  // of each content
    std::vector<Content> mirror_;
    ByCounts<std::vector<Content>> contents_;             // of a group, ascending
    view_word::Word views_[2][board_parts][part_values];  // by player, part of the board, value
    std::vector<State> private_word_[2];  // the pieces on each private set, by player
    std::vector<Part> layers_;            // ascending, as are the groups of each layer
    ByCounts<std::vector<Part>> groups_;
    ByCounts<Index> layer_{};
    ByCounts<ByCounts<Index>> group_{};  // within the layer
    ByCounts<ByCounts<Index>> start_{};  // from the start of the table
};

}  // namespace astragal::ur
